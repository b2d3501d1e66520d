import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMcpEntry, parseRunEntry } from "../../src/index.ts";

const options = { env: { KEY: "k-1" }, folder: "/work", homedir: "/home/ada" };
const parse = (value: unknown, name = "box") => parseMcpEntry(name, value, options);

test("an entry of a process has its variables filled in, its folders made absolute, and the limits of the settings", () => {
  const written = {
    ...{
      command: "~/bin/box",
      args: ["--key", "${" + "KEY}"],
      env: { TOKEN: "${" + "KEY}", MODE: "${" + "NONE:-plain}" },
    },
    ...{ cwd: "sub", timeout: 5, supports_parallel_tool_calls: true },
    profile: { folders: ["~/data", "out"], hosts: ["api.example"], variables: ["LANG"] },
    tools: { include: [] },
  };

  expect(parse(written)).toMatchObject({
    ok: true,
    hasProfile: true,
    entry: {
      transport: {
        ...{ type: "stdio", command: "/home/ada/bin/box", args: ["--key", "k-1"], cwd: "/work/sub" },
        env: { TOKEN: "k-1", MODE: "plain" },
        profile: { folders: ["/home/ada/data", "/work/out"] },
      },
      ...{ timeoutMs: 5_000, connectTimeoutMs: 60_000, parallel: true },
      tools: { include: [], exclude: [], resources: true, prompts: true },
      sampling: { enabled: false, maxPerMinute: 10, maxTokens: 4_096 },
    },
  });
});

test.each([
  ["nothing to reach", {}, "it has neither a command nor a url"],
  ["two ways", { command: "x", url: "https://x.example" }, "it has both a command and a url"],
  [
    "an address of another kind",
    { url: "file:///etc/passwd" },
    "its url must begin with https:// or http://",
  ],
  [
    "a password in the address",
    { url: "https://a:b@x.example" },
    "a password in its url would be shown: use headers",
  ],
  ["a misspelt field", { command: "x", comand: "y" }, "comand is not known"],
  ["a misspelt list", { command: "x", tools: { includes: [] } }, "tools: includes is not known"],
  [
    "a certificate without its key",
    { url: "https://x.example", client_cert: "a" },
    "client_cert needs client_key",
  ],
])("%s is told in words, and nothing is thrown", (_what, value, problem) => {
  expect(parse(value)).toMatchObject({ ok: false, problem });
});

test("a variable that is missing, and a name that can't be one, are told", () => {
  expect(parse({ url: "https://x.example/${" + "NOPE}" })).toMatchObject({
    problem: "${" + "NOPE} is not set in the environment or .env",
  });
  expect(parse({ command: "x" }, "../x")).toMatchObject({ ok: false });
});

test("whatever an entry holds, it is parsed or told about, and never thrown", () => {
  fc.assert(
    fc.property(fc.string(), fc.object({ maxDepth: 3 }), (name, value) => {
      const parsed = parseMcpEntry(name, value, options);
      expect(parsed.ok || parsed.problem !== "").toBe(true);
    }),
  );
});

test.each([
  ["box=run 'two words' a\\ b \"c $d\"", "box", { command: "run", args: ["two words", "a b", "c $d"] }],
  ["box=https://x.example/mcp", "box", { url: "https://x.example/mcp" }],
  ["https://mcp.linear.app/sse", "linear", { url: "https://mcp.linear.app/sse" }],
  ["http://127.0.0.1:8080/mcp", "127-0-0-1", { url: "http://127.0.0.1:8080/mcp" }],
])("--mcp %s names a server", (text, name, value) => {
  expect(parseRunEntry(text)).toEqual({ ok: true, name, value });
});

test("--mcp without a name, and with an open quote, is told", () => {
  expect(parseRunEntry("npx some-server")).toMatchObject({ ok: false });
  expect(parseRunEntry("box=run 'open")).toMatchObject({ ok: false });
});
