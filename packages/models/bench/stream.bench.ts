// Streamed text deltas from a server on loopback (50 events in each write) to the reader of `model.stream()`.
// Every reader runs in a process of its own, interleaved with its floor.
import { fileURLToPath } from "node:url";
import { median, report, runProcess, startMockServer, waitQuiet } from "@hermes/tooling/bench";
import { peerFolder } from "@hermes/tooling/bench/peer";

const count = 100_000;
const runs = process.env["HERMES_BENCH_FULL"] ? 9 : 5;
const names = ["chat", "chat by hand", "messages", "messages by hand", "responses"] as const;
const peers = { chat: peersOf("chat"), messages: peersOf("messages") };
const contestant = fileURLToPath(new URL("stream-contestant.ts", import.meta.url));

interface Sample {
  readonly perSecond: number;
  readonly cpuUs: number;
}

using server = await startMockServer(["--rounds", "0", "--chunks", String(count), "--per-write", "50"]);
const samples = new Map<string, Sample[]>();
for (let run = 0; run < runs; run += 1) {
  for (const name of [...names, ...peers.chat, ...peers.messages]) {
    await waitQuiet();
    const args = ["--conditions=@hermes/source", contestant, name, server.url, String(count)];
    const result = await runProcess(process.execPath, args);
    if (result.code !== 0) throw new Error(`${name}: ${result.stderr}`);
    samples.set(name, [...(samples.get(name) ?? []), JSON.parse(result.stdout)]);
  }
}

const perSecond = (name: string): number =>
  median((samples.get(name) ?? []).map((sample) => sample.perSecond));

for (const protocol of ["chat", "messages"] as const) {
  report({
    figure: `text deltas from the wire, ${protocol}`,
    unit: "deltas/s",
    value: perSecond(protocol),
    better: "higher",
    goal: 600_000,
    floor: { name: "by hand, JSON.parse for each", value: perSecond(`${protocol} by hand`) },
    others: peers[protocol].map((name) => ({ name, value: perSecond(name) })),
  });
}
report({
  figure: "text deltas from the wire, responses",
  unit: "deltas/s",
  value: perSecond("responses"),
  better: "higher",
});

/** Peers that speak a protocol and are installed. */
function peersOf(protocol: "chat" | "messages"): readonly string[] {
  return [
    ...(peerFolder("pi") ? [`pi-ai ${protocol}`] : []),
    ...(peerFolder("aisdk") && protocol === "chat" ? ["ai-sdk chat"] : []),
  ];
}
