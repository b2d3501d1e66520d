// die-while-asking.ts PATH SESSION: begins a turn, and kills itself in the middle of the answer.
import { Agent } from "@hermes/agent-loop";
import { openState } from "@hermes/state";
import { chargingModel } from "./charging-model.ts";

const [path = "", sessionId = ""] = process.argv.slice(2);
const state = openState({ path });
const model = chargingModel(() => ({ text: "One word after the other.", hang: true }));
const spending = { ledger: state.spending };
const agent = new Agent({ prompt: "Test.", sessionId, journal: state.journal, model, spending });
for await (const event of agent.run("Go."))
  if (event.type === "text-delta") process.kill(process.pid, "SIGKILL");
