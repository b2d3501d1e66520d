import { spawn } from "node:child_process";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { needs } from "@hermes/tooling/prerequisites";
import { expect, test } from "vitest";
import { runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import { browserWays, readingWays } from "./ssrf/ways.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const program = new URL("./ssrf/run-ways.ts", import.meta.url).pathname;

interface Led {
  readonly way: string;
  readonly id: string;
  readonly url: string;
  readonly expect: "block" | "allow";
  readonly isDirect?: boolean;
  /** Connections to what must not be reached. */
  readonly forbidden: readonly string[];
  /** Hosts that were asked at a public address. */
  readonly reached: readonly string[];
  /** What the tool said. */
  readonly last: string;
}

/** A network of its own, where every address of the world is on this machine: nothing that is connected to goes unseen. */
const own = process.getuid?.() === 0 ? ["--net"] : ["--net", "--map-root-user"];

async function hasNamespace(): Promise<boolean> {
  const child = spawn("unshare", [...own, "ip", "link", "set", "lo", "up"], { stdio: "ignore" });
  return await new Promise((resolve) => {
    child.once("error", () => resolve(false)).once("exit", (code) => resolve(code === 0));
  });
}

test("no tool is led to what is private, by any of the ways, and all of them reach what is public", async (context) => {
  needs(context, "chromium", "ip");
  context.skip(
    !(await hasNamespace()),
    "needs a network namespace (unshare --net), which this machine does not give",
  );
  const args = [...own, process.execPath, "--conditions=@hermes/source", program, isLong ? "1" : "45"];
  const child = spawn("unshare", args, { stdio: ["ignore", "pipe", "inherit"] });
  const [output, code] = await Promise.all([
    text(child.stdout),
    new Promise((resolve) => child.once("exit", resolve)),
  ]);

  expect(code).toBe(0);
  const led = output
    .trim()
    .split("\n")
    .map((line): Led => JSON.parse(line));
  // Without a guard the same network shows what is connected to.
  expect(led.find(({ way }) => way === "control")?.forbidden).toEqual(["10.0.0.1:80"]);
  expect(led.filter(({ way, forbidden }) => way !== "control" && forbidden.length > 0)).toEqual([]);
  const isRefused = ({ last }: Led): boolean => /"error"|is not fetched/.test(last);
  const hostile = led.filter((each) => each.expect === "block");
  // What rebinds after it was connected to has been read where it was public, and what a server redirects a browser to may hold a name
  // and a password: they are that server's own.
  const isReadable = ({ id, way }: Led): boolean =>
    /^rebound/.test(id) || (id === "us-171" && !/^web_/.test(way));
  expect(hostile.filter((each) => each.isDirect === true && !isReadable(each) && !isRefused(each))).toEqual(
    [],
  );
  const honest = led.filter((each) => each.expect === "allow");
  // Chromium asks for hosts of its own beside them.
  const isReached = ({ url, reached }: Led): boolean => reached.includes(new URL(url).host);
  expect(honest.filter((each) => isRefused(each) || !isReached(each))).toEqual([]);
  // Each way was gone, for each kind of address.
  const ways = new Set(hostile.map(({ way }) => way));
  expect([...readingWays, ...browserWays].filter(({ name }) => !ways.has(name))).toEqual([]);
  const addresses = new Set(hostile.filter(({ way }) => way === "web_extract").map(({ id }) => id));
  process.stderr.write(
    `ssrf: ${addresses.size} hostile addresses by ${ways.size - 1} ways, ${hostile.length - 1} in all; ${honest.length} honest ones reached\n`,
  );
}, 900_000);

test("without a namespace of its own: no form of the loopback addresses is connected to", async () => {
  let connections = 0;
  const servers = await Promise.all(
    ["127.0.0.1", "::1"].map(async (host) => {
      const server = createServer((socket) => socket.destroy()).on("connection", () => (connections += 1));
      await new Promise<void>((done, fail) => void server.once("error", fail).listen(0, host, done));
      return server;
    }),
  );
  await using place = await temporaryPlace();
  const runtime = await runtimeIn(place, {
    flags: { mode: "yolo" },
    resolveHost: async () => ["127.0.0.1", "::1"],
  });
  try {
    const tools = await runtime.tools();
    // Servers on ports have addresses that are no paths.
    const ports = servers.map((server) => (server.address() as AddressInfo).port);
    const hosts = [
      "127.0.0.1",
      "localhost",
      "[::1]",
      "0",
      "2130706433",
      "0x7f.1",
      "[::ffff:127.0.0.1]",
      "inner.example",
    ];
    const urls = hosts.flatMap((host) => ports.map((port) => `http://${host}:${port}/`));
    for (const url of urls)
      for (const [tool, args] of [
        ["web_extract", { urls: [url] }],
        ["web_crawl", { url }],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop -- a few, and what is refused is told by each
        const { content } = await tools.dispatch(tool, args, callContext());
        expect([url, content]).toEqual([url, expect.stringContaining("error")]);
      }
    expect(connections).toBe(0);
  } finally {
    await runtime[Symbol.asyncDispose]();
    for (const server of servers) server.close();
  }
});

const callContext = () => ({
  ...{ taskId: "t", sessionId: "t", callId: "1", signal: AbortSignal.timeout(20_000) },
  origin: { platform: "cli", entryPoint: "test" } as const,
});
