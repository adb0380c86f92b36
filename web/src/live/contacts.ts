/** Stores the people that this device may invite again, as both agreed; and finds their invitations. */

import { onDevice } from "../lib/storage";
import type { ContactInvitation } from "../protocol";
import { api } from "./api";

export interface KnownPerson {
  /** of the contact: a secret of the two devices */
  id: string;
  name: string;
  avatar?: string;
  /** the game that was played last, and when, in milliseconds since 1970 */
  game: string;
  at: number;
  /** whether the other has agreed, too */
  isMutual: boolean;
}

const KEY = "toctoc:people";
const MAX_PEOPLE = 20; // as many as one request may name

/** Return the people, the last one first; without those that have not agreed yet, unless they are wanted, too. */
export function people(all = false): KnownPerson[] {
  const kept = onDevice.read<KnownPerson[]>(KEY);
  return Array.isArray(kept) ? kept.filter((one) => all || one.isMutual) : [];
}

export function rememberPerson(person: KnownPerson): void {
  const others = people(true).filter(({ id }) => id !== person.id);
  onDevice.write(KEY, [person, ...others].slice(0, MAX_PEOPLE));
}

/** Forget a person, here and on the server: the other cannot invite this device any more. */
export async function forgetPerson(id: string): Promise<void> {
  onDevice.write(
    KEY,
    people(true).filter((one) => one.id !== id),
  );
  await api.forgetContact(id);
}

/** Ask the server for invitations, by contact; and note new names, and who has agreed or forgotten this device. */
export async function findInvitations(): Promise<Record<string, ContactInvitation>> {
  const known = people(true);
  if (known.length === 0) return {};
  const { contacts } = await api.contacts(known.map(({ id }) => id));
  const found = new Map(contacts.map((one) => [one.id, one]));
  const still = known.flatMap((one) => {
    const contact = found.get(one.id);
    if (!contact) return [];
    if (!contact.name) return [one];
    return [{ ...one, name: contact.name, avatar: contact.avatar ?? one.avatar, isMutual: true } as KnownPerson];
  });
  onDevice.write(KEY, still);
  return Object.fromEntries(contacts.flatMap(({ id, invitation }) => (invitation ? [[id, invitation]] : [])));
}
