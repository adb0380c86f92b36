/** Shares links by the device's share sheet or the clipboard, copies texts, saves files. */

import { say, texts } from "../lang/language.svelte";
import { href } from "../lib/site";
import { toast } from "./toasts.svelte";
import { api } from "../live/api";
import { isLocal } from "../live/host";

export const canShare = (): boolean => "share" in navigator;

export async function shareLink(link: string, text: string): Promise<void> {
  if (!canShare()) return copyLink(link);
  try {
    await navigator.share({ title: "Toctoc", text, url: link });
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === "AbortError"; // without sharing
    if (!isClosed) await copyLink(link);
  }
}

/** Share a line with its link; without a share sheet, both are copied. */
export async function shareLine(line: string, link: string): Promise<void> {
  await (canShare() ? shareLink(link, line) : copyLink(`${line}\n${link}`));
}

export async function copyLink(link: string): Promise<void> {
  toast(say((await copied(link)) ? "invite.copied" : "invite.copy-yourself", { link }));
}

/** Copy a text, also over plain HTTP, where browsers hide the clipboard's own interface. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedByHand(text);
  }
}

function copiedByHand(text: string): boolean {
  const area = document.createElement("textarea");
  const focused = document.activeElement as HTMLElement | null;
  area.value = text;
  area.style.position = "fixed";
  area.style.opacity = "0";
  (document.querySelector("dialog[open]") ?? document.body).append(area); // outside of a modal nothing can be selected
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  focused?.focus();
  return done;
}

export async function share(code: string, path: string, text: string): Promise<void> {
  await shareLink(await linkTo(code, path), text);
}

/** Return the link to a page of a table, such as the replay of one of its games, by which others reach it. */
export async function linkTo(code: string, path: string): Promise<string> {
  if (isLocal(code)) return location.origin + href("/"); // nobody else can open its pages
  const [page, at] = path.split("#"); // the place in it comes last
  return `${await origin(code)}${href(page!)}?lang=${texts().language}${at ? `#${at}` : ""}`;
}

/** Tell whether no other device can open a link. */
export const isHereOnly = (link = ""): boolean => /:..(localhost|127[\d.]+|\[::1])[:/]/.test(link);

/** Return the origin that others reach: at `localhost` the server knows a better one. */
async function origin(code: string): Promise<string> {
  if (!isHereOnly(location.href)) return location.origin;
  try {
    return new URL((await api.invitation(code, texts().language)).link).origin;
  } catch {
    return location.origin;
  }
}

/** Save a file that was made here on the device. */
export function save(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers ask first where to put it
}
