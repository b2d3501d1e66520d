import { expect, test } from "vitest";
import { requestOf } from "../../support/scripted-runtime.ts";
import { call, openZoo } from "./zoo.ts";

const words = (value: unknown): string => JSON.stringify(value);

test("answers of 100 MB, of 100,000 levels, and none at all are errors, and the next call is served", async () => {
  const zoo = await openZoo(["huge-answer", "deep-answer", "silent"]);

  const { results } = await zoo.visit([call("huge-answer"), call("deep-answer"), call("silent")]);

  expect(words(results[0])).toContain("larger than 10.5 MB");
  expect(results[1]).toHaveProperty("error");
  expect(words(results[2])).toContain("no sign of life for 2 s");
});

test.runIf(process.env["HERMES_TEST_LONG"] === "1")(
  "a server that shows signs of life and never answers is given up",
  async () => {
    const zoo = await openZoo(["endless"], { entry: { timeout: 0.3 } });

    const { results } = await zoo.visit([call("endless")]);

    // On a machine that is busy it may look silent for a moment.
    expect(words(results[0])).toMatch(
      /was given up: it (?:has not answered within 9|gave no sign of life for 0.3) s/,
    );
  },
);

test("results whose promise takes too long to check come unchecked, and soon", async () => {
  const zoo = await openZoo(["slow-schemas"]);
  const startedAt = performance.now();

  const { results } = await zoo.visit(
    ["doubling", "circle", "unique", "pattern"].map((tool) => call("slow-schemas", tool)),
  );

  expect(results).toHaveLength(4);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test("floods of notices, log lines and progress keep nobody from working", async () => {
  const zoo = await openZoo(["flood"]);
  const startedAt = performance.now();

  const { results, session } = await zoo.visit([call("flood"), call("flood")]);

  expect(results.map(({ result }) => result)).toEqual(["flooded", "flooded"]);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(await session.agent.waitingNotices()).toEqual([]);
});

test("garbage, answers to what was not asked and a revision that nobody knows harm only their server", async () => {
  const zoo = await openZoo(["garbage", "ids", "version", "crasher"]);

  const { results, warnings } = await zoo.visit(
    ["garbage", "ids", "version", "crasher"].map((kind) => call(kind)),
  );

  expect(results[0]).toEqual({ result: "garbage did it" });
  expect(results.slice(2).map((result) => Object.keys(result))).toEqual(
    [
      ["error", "hint"],
      ["error", "hint"],
    ].map(() => expect.arrayContaining(["error"])),
  );
  expect(warnings.filter((warning) => warning.includes('"garbage" writes what is no message'))).toHaveLength(
    1,
  );
  // A try may start it twice, once for each revision, and pauses double: without them there would be hundreds.
  expect((await zoo.seen("crasher")).length).toBeLessThan(24);
});

test("lists that go round and lists of 90,000 tools end, and what is offered of them stays small", async () => {
  const zoo = await openZoo(["pages", "many-tools"]);

  const { results, model, runtime } = await zoo.visit([call("pages", "t0x0"), call("many-tools", "t5")]);

  const mcp = await runtime.mcp();
  const counts = (await mcp.list()).map(({ name, tools }) => [name, tools]);
  expect(counts).toEqual([
    ["good", 1],
    ["many-tools", 1_000],
    ["pages", 50],
  ]);
  expect(results).toEqual([{ result: "pages did it" }, { result: "many-tools did it" }]);
  expect(JSON.stringify(requestOf(model, 0).tools).length).toBeLessThan(150_000);
});

test("pictures that are none, or larger than models take, are files; addresses of files are nothing but words", async () => {
  const zoo = await openZoo(["pictures", "files"]);

  const { results, model } = await zoo.visit([
    call("pictures", "broken"),
    call("pictures", "wide"),
    call("pictures", "named"),
    call("files"),
  ]);

  expect(JSON.stringify(model.requests)).not.toContain('"mediaType"');
  const files = results.flatMap(({ files: kept }) => kept as readonly { readonly path: string }[]);
  expect(files).toHaveLength(4);
  for (const { path } of files)
    expect(path).toMatch(new RegExp(`^${zoo.place.home}/cache/mcp-files/[0-9a-f]{16}\\.(?:png|bin)$`));
  expect(results[3]).toMatchObject({ links: [{ uri: "file:///etc/passwd", name: "passwd" }] });
  expect(words(results)).not.toContain("root:");
});
