import fc from "fast-check";
import { expect, test } from "vitest";
import { ToolNames } from "../../src/index.ts";

const none = (): boolean => false;
const named = (...names: readonly string[]) => names.map((name) => ({ name }));

test("a tool is called after its server and itself, and only what could be mistaken gets a hash", () => {
  const names = new ToolNames({ servers: ["a", "a_b", "git-hub"], taken: none });

  expect(names.of("git-hub", named("list.issues"))).toEqual(["mcp_git_hub_list_issues"]);
  expect(names.of("a_b", named("c"))).toEqual(["mcp_a_b_c"]);
  expect(names.of("a", named("b_c", "d"))).toEqual([
    expect.stringMatching(/^mcp_a_b_c_[0-9a-f]{8}$/),
    "mcp_a_d",
  ]);
  expect(names.of("a", named("get-x", "get_x", "Get_X"))).toEqual([
    expect.stringMatching(/^mcp_a_get_x_[0-9a-f]{8}$/),
    "mcp_a_get_x",
    expect.stringMatching(/^mcp_a_Get_X_[0-9a-f]{8}$/),
  ]);
});

test("names of Hermes' own tools are never given away, and those that serve a server come first", () => {
  const names = new ToolNames({ servers: ["s"], taken: (name) => name === "mcp_s_taken" });

  const [taken, theirs, ours] = names.of("s", [
    { name: "taken" },
    { name: "read_resource" },
    { name: "read_resource", own: true },
  ]);

  expect([taken, theirs]).toEqual([
    expect.stringMatching(/^mcp_s_taken_[0-9a-f]{8}$/),
    expect.stringMatching(/^mcp_s_read_resource_[0-9a-f]{8}$/),
  ]);
  expect(ours).toBe("mcp_s_read_resource");
});

const word = fc.oneof(
  fc.stringMatching(/^[abAB_.-]{1,6}$/),
  fc.stringMatching(/^[ab]{50,70}$/),
  fc.stringMatching(/^[ab]_[0-9a-f]{8}$/),
  fc.string({ minLength: 1, maxLength: 6 }),
);
const server = fc.stringMatching(/^[abAB][abAB_.-]{0,4}$/);
const catalogues = fc.dictionary(server, fc.uniqueArray(word, { maxLength: 6 }), { minKeys: 1, maxKeys: 5 });

test("names are valid, differ also in small letters, and are the same whoever connects first", () => {
  fc.assert(
    fc.property(catalogues, fc.infiniteStream(fc.nat()), (servers, order) => {
      const all = Object.entries(servers);
      const shuffled = all
        .map((entry) => ({ entry, at: order.next().value ?? 0 }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ entry }) => entry);
      const nameAll = (entries: typeof all): ReadonlyMap<string, string | undefined> => {
        const names = new ToolNames({ servers: Object.keys(servers), taken: none });
        return new Map(
          entries.flatMap(([of, tools]) =>
            names.of(of, named(...tools)).map((name, at) => [JSON.stringify([of, tools[at]]), name]),
          ),
        );
      };

      const [first, second] = [nameAll(all), nameAll(shuffled)];

      const given = [...first.values()].flatMap((name) => name ?? []);
      expect(given.every((name) => /^mcp_[A-Za-z0-9_]{1,60}$/.test(name))).toBe(true);
      expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(given.length);
      expect(given).toHaveLength(first.size);
      for (const [tool, name] of first) expect(second.get(tool)).toBe(name);
    }),
    { numRuns: process.env["HERMES_TEST_LONG"] === "1" ? 5_000 : 300 },
  );
});
