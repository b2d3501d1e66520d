// Runs the module of one plug-in for a host outside, in lines of JSON. It has no rights that the plug-in lacks.
import { writeSync } from "node:fs";
import { fromLine } from "./json-line.ts";
import { CallRunner } from "./program/call-runner.ts";
import { describeParts } from "./program/describe-parts.ts";
import { hostLines } from "./program/host-lines.ts";
import { loadModule } from "./program/load-module.ts";
import { messageOf } from "./program/message-of.ts";
import { watchProcess } from "./program/watch-process.ts";
import type { ToProcess } from "./protocol.ts";

/** For calls that are open when the host leaves. */
const farewellMs = 500;
const host = hostLines();
let runner: CallRunner | undefined;
/** What comes before the module is loaded waits for it. */
let before: ToProcess[] = [];

function start(options: Extract<ToProcess, { readonly start: unknown }>["start"]): void {
  loadModule(options.main)
    .then((parts) => {
      host.say({ ready: describeParts(parts) });
      runner = new CallRunner(parts, options, host);
      const waiting = before;
      before = [];
      for (const message of waiting) receive(message);
    })
    .catch((error: unknown) => host.say({ failed: messageOf(error) }));
}

function receive(message: ToProcess): void {
  if ("start" in message) start(message.start);
  else if (runner === undefined) before.push(message);
  else runner.receive(message);
}

process.on("unhandledRejection", (error) => host.log(`Nobody waits for what failed: ${messageOf(error)}`));
process.on("uncaughtException", (error) => {
  host.log(error.stack ?? messageOf(error));
  // The last words of a process are why it has ended.
  writeSync(2, `${messageOf(error)}\n`);
  process.exit(1);
});
watchProcess(Number(process.argv[2]));
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host wrote it for this program
host.listen((line) => receive(fromLine(line) as ToProcess));
await host.ended;
await Promise.race([runner?.stop(), new Promise((resolve) => setTimeout(resolve, farewellMs))]);
process.exit(0);
