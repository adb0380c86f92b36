import { beforeEach, expect, test } from "vitest";

import { chairAt, forget, groupAt, groups, remember, wantChair } from "./known-groups";

const owls = { id: "owls", name: "Owls", table: "hibou-lampe-42" };

beforeEach(() => localStorage.clear());

test("the group that was looked at last comes first, and is forgotten when it is left", () => {
  remember(owls);
  remember({ id: "cats", name: "Cats", table: "" });
  remember({ ...owls, name: "Night owls" });
  expect(groups().map(({ name }) => name)).toEqual(["Night owls", "Cats"]);
  expect(groupAt("hibou-lampe-42")?.id).toBe("owls");
  expect(groupAt("")?.id).toBe("cats");
  forget("owls");
  expect(groupAt("hibou-lampe-42")).toBeUndefined();
});

test("one sits down in one's own chair, once, or else in a free one", () => {
  expect(chairAt("code", [0, 1])).toBeNull();
  wantChair("code", 1);
  expect(chairAt("code", [])).toBeNull(); // none is free yet
  expect(chairAt("code", [0, 1])).toBe(1);
  expect(chairAt("code", [0, 1])).toBeNull();
  wantChair("code", 1);
  expect(chairAt("code", [0, 2])).toBe(0);
});
