import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { api } from "./api";
import { findInvitations, forgetPerson, people, rememberPerson } from "./contacts";

const ZOE = { id: "z", name: "Zoé", game: "escalier", at: 1, isMutual: true };
const TOM = { id: "t", name: "Tom", game: "escalier", at: 2, isMutual: false };

beforeEach(() => localStorage.clear());
afterEach(() => void vi.restoreAllMocks());

test("only people who agreed too are shown, the last one first, and twenty at most", () => {
  rememberPerson(ZOE);
  rememberPerson(TOM);
  expect(people()).toEqual([ZOE]);
  expect(people(true)).toEqual([TOM, ZOE]);
  rememberPerson({ ...TOM, isMutual: true });
  expect(people().map(({ name }) => name)).toEqual(["Tom", "Zoé"]);
  for (let nth = 0; nth < 30; nth += 1) rememberPerson({ ...ZOE, id: `${nth}` });
  expect(people()).toHaveLength(20);
});

test("the server says who has agreed, who invites, and who is gone", async () => {
  rememberPerson({ ...ZOE, id: "gone" });
  rememberPerson(ZOE);
  rememberPerson(TOM);
  const invitation = { code: "owl-lamp-42", game: "escalier", key: "k7q2mzx3ab" };
  const asked = vi.spyOn(api, "contacts").mockResolvedValue({
    contacts: [
      { id: "z", name: "Zoé B", avatar: "cat", invitation },
      { id: "t", name: "Tom" },
    ],
  });
  expect(await findInvitations()).toEqual({ z: invitation });
  expect(asked).toHaveBeenCalledWith(["t", "z", "gone"]);
  expect(people()).toMatchObject([
    { id: "t", name: "Tom", isMutual: true },
    { id: "z", name: "Zoé B", avatar: "cat" },
  ]);
});

test("a device that knows nobody asks nothing; forgetting is told to the server", async () => {
  const asked = vi.spyOn(api, "contacts");
  expect(await findInvitations()).toEqual({});
  expect(asked).not.toHaveBeenCalled();
  rememberPerson(ZOE);
  const forgotten = vi.spyOn(api, "forgetContact").mockResolvedValue(undefined);
  await forgetPerson("z");
  expect(forgotten).toHaveBeenCalledWith("z");
  expect(people(true)).toEqual([]);
});
