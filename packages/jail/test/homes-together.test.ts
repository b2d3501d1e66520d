import { expect, test } from "vitest";
import { readOnlyProfile } from "../src/index.ts";

function hiddenWith(hermesHome: string): readonly string[] {
  const made = readOnlyProfile({
    ...{ workspace: "/srv/work", home: "/home/user", hermesHome },
    ...{ scratch: "/tmp/scratch", env: {} },
  });
  return made.hidden;
}

test("behind the wall of a profile the homes beside it are hidden, and never the person's own folder", () => {
  expect(hiddenWith("/home/user/.hermes")).toContain("/home/user/.hermes");
  expect(hiddenWith("/home/user/.hermes/profiles/work")).toContain("/home/user/.hermes");
  for (const [home, hidden] of [
    ["/home/user/profiles/work", "/home/user/profiles"],
    ["/profiles/work", "/profiles"],
  ] as const) {
    expect(hiddenWith(home)).toContain(hidden);
    expect(hiddenWith(home)).not.toContain("/home/user");
    expect(hiddenWith(home)).not.toContain("/");
  }
});
