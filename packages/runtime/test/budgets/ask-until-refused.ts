// ask-until-refused.ts PATH SESSION OTHER CAP: takes a turn, waits until the session OTHER had one, and takes turns until the budget
// of the tree ends one. However late a process starts, both have a share of it.
import { setTimeout as delay } from "node:timers/promises";
import { Agent } from "@hermes/agent-loop";
import { openState } from "@hermes/state";
import { chargingModel } from "./charging-model.ts";

const [path = "", sessionId = "", other = "", cap = "0"] = process.argv.slice(2);
const state = openState({ path, busyTimeoutMs: 20_000 });
const model = chargingModel(() => ({ text: "One word after the other.", delayMs: 1 }));
const spending = { ledger: state.spending, caps: { tree: { usd: Number(cap) } } };
let reason = "";
while (reason !== "spend-limit") {
  const agent = new Agent({ prompt: "Test.", sessionId, journal: state.journal, model, spending });
  for await (const event of agent.run("Go.")) if (event.type === "turn-end") ({ reason } = event);
  await agent.close();
  while (state.spending.spent(other, Date.now()).session.settled.requests === 0) await delay(5);
}
state.close();
