// What HTTP costs over the library: time to the first word, and memory of a thousand streams that are halfway through.
import { join } from "node:path";
import { bundle, median, report, runProcess, waitQuiet } from "@hermes/tooling/bench";

const runs = process.env["HERMES_BENCH_FULL"] ? 5 : 3;
const streams = 1_000;
const contestant = await bundle(join(import.meta.dirname, "api-contestant.ts"));

const first = await samples<"library" | "http" | "bare" | "newLibrary" | "newHttp">(["first"]);
report({
  figure: "API, first word of a turn over the library's own",
  unit: "ms",
  value: first("http") - first("library"),
  better: "lower",
  goal: 3,
  floor: { name: "a bare server around the agent", value: first("bare") - first("library") },
  others: [{ name: "the library's own", value: first("library") }],
});
report({
  figure: "API, first word of a new session over the library's own",
  unit: "ms",
  value: first("newHttp") - first("newLibrary"),
  better: "lower",
  goal: 3,
  floor: {
    name: "a bare server around the agent, in an open session",
    value: first("bare") - first("library"),
  },
  others: [{ name: "the library's own", value: first("newLibrary") }],
});

const library = await samples<"heapPerStream" | "rssPerStream" | "missing">([
  "streams",
  "library",
  String(streams),
]);
const http = await samples<"heapPerStream" | "rssPerStream" | "missing">([
  "streams",
  "http",
  String(streams),
]);
if (http("missing") !== 0) throw new Error(`${http("missing")} characters did not arrive.`);
report({
  figure: `API, heap of each of ${streams.toLocaleString("en-US")} streams over the library's own`,
  unit: "kB",
  value: (http("heapPerStream") - library("heapPerStream")) / 1_000,
  better: "lower",
  goal: 60,
  floor: { name: "the library's own", value: library("heapPerStream") / 1_000 },
});
report({
  figure: `API, resident memory of each of ${streams.toLocaleString("en-US")} streams over the library's own`,
  unit: "kB",
  value: (http("rssPerStream") - library("rssPerStream")) / 1_000,
  better: "lower",
  goal: 60,
  floor: { name: "the library's own", value: library("rssPerStream") / 1_000 },
});

/** @returns The median of a figure. */
async function samples<Name extends string>(args: readonly string[]): Promise<(name: Name) => number> {
  const all: Readonly<Record<Name, number>>[] = [];
  for (let run = 0; run < runs; run++) {
    await waitQuiet();
    const { code, stdout, stderr } = await runProcess(process.execPath, ["--expose-gc", contestant, ...args]);
    if (code !== 0) throw new Error(stderr);
    all.push(JSON.parse(stdout) as Readonly<Record<Name, number>>); // What the contestant has written.
  }
  return (name) => median(all.map((each) => each[name]));
}
