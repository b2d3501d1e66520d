import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { profilePlaces } from "../src/profile/profile-places.ts";
import type { JailProfile } from "../src/index.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "hermes-places-")));
afterAll(() => rmSync(root, { recursive: true }));
const names = ["a", "b"];
const levels = [names, ...[1, 2, 3].map((depth) => combine(depth))].flat();
for (const path of levels) mkdirSync(join(root, path), { recursive: true });

function combine(depth: number): readonly string[] {
  return depth === 0 ? names : combine(depth - 1).flatMap((path) => names.map((name) => `${path}/${name}`));
}

const lists = ["writable", "protected", "hidden", "readable"] as const;
const anyProfile = fc
  .record(
    Object.fromEntries(lists.map((list) => [list, fc.array(fc.constantFrom(...levels), { maxLength: 4 })])),
  )
  .map((record) => ({
    ...Object.fromEntries(lists.map((list) => [list, (record[list] ?? []).map((path) => join(root, path))])),
  }));

function profileOf(record: Readonly<Record<string, readonly string[]>>): JailProfile {
  const of = (list: string): readonly string[] => record[list] ?? [];
  return {
    writable: of("writable"),
    protected: of("protected"),
    hidden: of("hidden"),
    readable: of("readable"),
    network: "none",
  };
}

/** What a person would say who reads the lists for one path, from the root down. */
function meant(profile: JailProfile, path: string): string {
  let access = "read";
  const steps = path.slice(root.length + 1).split("/");
  for (let depth = 1; depth <= steps.length; depth += 1) {
    const at = join(root, ...steps.slice(0, depth));
    if (profile.hidden.includes(at)) access = "none";
    else if (profile.protected.includes(at))
      access =
        access === "none" && !profile.writable.includes(at) && !profile.readable.includes(at)
          ? "none"
          : "read";
    else if (profile.writable.includes(at)) access = "write";
    else if (profile.readable.includes(at) && access === "none") access = "read";
  }
  return access;
}

test("the deepest path decides, in whatever order the lists are", () => {
  fc.assert(
    fc.property(anyProfile, fc.constantFrom(...levels), (record, path) => {
      const profile = profileOf(record);
      const places = profilePlaces(profile);
      const reversed = profilePlaces(
        profileOf(
          Object.fromEntries(Object.entries(record).map(([list, paths]) => [list, [...paths].reverse()])),
        ),
      );

      const at = join(root, path);
      const over = places.filter((place) => at === place.path || at.startsWith(`${place.path}/`));

      expect(over.at(-1)?.access ?? "read").toBe(meant(profile, at));
      expect(reversed).toEqual(places);
    }),
    { numRuns: 500 },
  );
});

test("each folder between a writable one and what is closed within it is a mount point", () => {
  fc.assert(
    fc.property(anyProfile, (record) => {
      const places = profilePlaces(profileOf(record));
      const paths = places.map(({ path }) => path);
      for (const { path, access } of places) {
        if (access === "write") continue;
        const writable = places.filter(
          (place) => place.access === "write" && path.startsWith(`${place.path}/`),
        );
        const outer = writable[0];
        // Only where nothing closed lies between: there, nothing can be renamed.
        if (
          outer === undefined ||
          writable.length !== places.filter((place) => path.startsWith(`${place.path}/`)).length
        )
          continue;
        for (let folder = join(path, ".."); folder.length > outer.path.length; folder = join(folder, ".."))
          expect(paths).toContain(folder);
      }
    }),
    { numRuns: 300 },
  );
});
