/** Show others a link: by the device's share sheet where it has one, else by copying. */

import { say } from "../lang/language.svelte";
import { copied } from "./copy";
import { toast } from "./toasts.svelte";

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

export async function copyLink(link: string): Promise<void> {
  toast(say((await copied(link)) ? "invite.copied" : "invite.copy-yourself", { link }));
}
