/**
 * Run in a network namespace of its own, where every address leads to this program: leads each tool to each address, and writes
 * what came of it as lines of JSON. The argument is how many of the rows the slow ways are given: one of so many.
 */
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sample } from "@hermes/tooling/sample";
import { createRuntime } from "../../../src/index.ts";
import { temporaryPlace } from "../../support/temporary-place.ts";
import { addressRows, reboundRows, redirectsOf } from "./address-rows.ts";
import type { AddressRow } from "./address-rows.ts";
import { browserWays, pageWithAll, readingWays } from "./ways.ts";
import type { Call, Way } from "./ways.ts";
import { wholeInternet } from "./whole-internet.ts";

const publicAddress = "93.184.216.34";
const every = Number(process.argv[2] ?? "1");

for (const command of [
  "link set lo up",
  "route add local 0.0.0.0/0 dev lo",
  "-6 route add local ::/0 dev lo",
])
  execFileSync("ip", command.split(" "));

let row: AddressRow | undefined;
let door: Way["page"];
let looks = 0;
const rows = [...addressRows, ...reboundRows];
const redirects = redirectsOf(rows);

const internet = await wholeInternet(({ headers: { host = "" }, url: path = "/" }) => {
  if (host === "search.example") return { location: row?.url ?? "/" };
  if (host === "door.example" && /^\/(?:start|links)?(?:\?|$)/.test(path) && row !== undefined)
    return door?.(row.url) ?? { html: "<title>Door</title>" };
  const hops = redirects.get(host) ?? [];
  const next = hops[0];
  if (next !== undefined && row?.redirects !== undefined && !path.includes("hop")) return { location: next };
  return {
    html: `<!doctype html><title>Public</title><h1>Public</h1><p>${"A page of the Internet. ".repeat(9)}</p>`,
  };
});

async function resolveHost(host: string): Promise<readonly string[]> {
  if (host === "door.example" || host === "search.example") return [publicAddress];
  const own = rows.find(({ url }) => hostIn(url) === host);
  const given = (hostIn(row?.url ?? "") === host ? row : own)?.dns;
  if (given === undefined)
    return [row?.expect === "block" && row.redirects === undefined ? "10.11.12.13" : publicAddress];
  const answer = given[Math.min(looks++, given.length - 1)] ?? [];
  return typeof answer !== "string" ? answer : given.filter((each) => typeof each === "string");
}

function hostIn(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, "") : undefined;
}

const place = await temporaryPlace();
await mkdir(place.home, { recursive: true });
await writeFile(join(place.home, "permissions.yaml"), "rules:\n  finding(untrusted.*): allow\n");
const env = { ...place.env, SEARXNG_URL: "http://search.example" };
const runtime = createRuntime({
  ...{ loaded: await place.settings(env), cwd: place.project, env, platform: "cli", resolveHost },
  flags: { mode: "yolo" },
  onWarning: () => undefined,
});
const tools = await runtime.tools();
let shown = "";
let lastAt = performance.now();

async function call({ tool, args, on }: Call): Promise<string> {
  const ref = on === undefined ? undefined : referenceOf(on);
  if (on !== undefined && ref === undefined) return '{"error":"no such element"}';
  const { content } = await tools
    .dispatch(tool, ref === undefined ? args : { ...args, ref }, {
      ...{ taskId: "ssrf", sessionId: "ssrf", callId: "1", signal: AbortSignal.timeout(120_000) },
      origin: { platform: "cli", entryPoint: "test" },
    })
    // It counts as refused, and the honest ones must not be.
    .catch((error: unknown) => ({ content: JSON.stringify({ error: `${tool}: ${String(error)}` }) }));
  shown = content;
  return content;
}

function referenceOf(text: string): string | undefined {
  const { snapshot = "" }: { readonly snapshot?: string } = JSON.parse(shown);
  const line = snapshot.split("\n").find((each) => each.includes(`"${text}"`) && each.includes("[@"));
  return /\[(@[^\]\s,]+)/.exec(line ?? "")?.[1];
}

function report(way: string, more: object, reached: readonly string[] = internet.takeReached()): void {
  const tookMs = Math.round(performance.now() - lastAt);
  lastAt = performance.now();
  process.stdout.write(
    `${JSON.stringify({ way, forbidden: internet.takeForbidden(), reached, tookMs, ...more })}\n`,
  );
}

/** What was reached; of an honest address not before it was, since a page may be left only after the tool has answered. */
async function reachedBy({ expect, url }: AddressRow): Promise<readonly string[]> {
  const all: string[] = [];
  for (const endAt = performance.now() + 10_000; ;) {
    all.push(...internet.takeReached());
    if (expect === "block" || all.includes(new URL(url).host) || performance.now() > endAt) return all;
    // oxlint-disable-next-line no-await-in-loop -- until it is so
    await wait(20);
  }
}

async function goAll(ways: readonly Way[], of: readonly AddressRow[]): Promise<void> {
  for (const way of ways)
    for (const each of of) {
      if (way.leadsNowhere === true && each.expect === "allow") continue;
      [row, door, looks] = [each, way.page, 0];
      let last = "";
      // A dialog of the page before would hold this one up.
      // oxlint-disable-next-line no-await-in-loop -- as below
      if (browserWays.includes(way)) await call({ tool: "browser_close", args: {} });
      // oxlint-disable-next-line no-await-in-loop -- one after the other: what is connected to belongs to one of them
      for (const next of way.calls(each.url)) last = await call(next);
      const { id, url, expect } = each;
      // oxlint-disable-next-line no-await-in-loop -- as above
      report(way.name, { id, url, expect, isDirect: way.isDirect, last }, await reachedBy(each));
    }
}

/** A service for searches that leads elsewhere, and whose results do. */
async function search(each: AddressRow): Promise<void> {
  [row, looks] = [each, 0];
  const last = await call({ tool: "web_search", args: { query: "sums" } });
  report("web_search, redirected", { id: each.id, url: each.url, expect: "block", last });
}

try {
  await fetch("http://10.0.0.1/").then(async (response) => await response.text());
  report("control", { id: "control", url: "", expect: "block", last: "" });
  await goAll(readingWays, sample("addresses for readers", rows, Math.ceil(every / 10)));
  const hostile = rows.filter(({ expect }) => expect === "block");
  for (const each of sample("addresses for searches", hostile, every))
    // oxlint-disable-next-line no-await-in-loop -- as above
    await search(each);
  const urls = hostile.map(({ url }) => url);
  [row, door, looks] = [rows[0], () => pageWithAll(urls), 0];
  await call({ tool: "browser_navigate", args: { url: "http://door.example/" } });
  await call({
    tool: "browser_console",
    args: {
      expression: `new Promise((done) => setTimeout(done, 1500)).then(() => fetch("/settled")).then(() => 1)`,
    },
  });
  report("parts of a page", { id: "all", url: "all", expect: "block", last: "" });
  // Chromium itself knows that this one has to be reached by https, and nobody here has a certificate.
  const honest = rows.filter(({ expect, url }) => expect === "allow" && !url.includes("//api.github.com/"));
  for (const way of browserWays)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await goAll(
      [way],
      [
        ...sample(`addresses for ${way.name}`, hostile, every),
        ...sample(`honest ones for ${way.name}`, honest, every),
      ],
    );
} finally {
  await runtime[Symbol.asyncDispose]();
  internet.close();
  await place[Symbol.asyncDispose]();
}
