// A gateway in a process of its own that answers a voice message and stops in the middle: the test kills it then. Nothing of it is sent.
import { Agent, scripted } from "@hermes/agent-loop";
import { openState } from "@hermes/state";
import { createGateway, gatewayTables, sqliteGatewayStore } from "../../src/index.ts";
import type { GatewayStore } from "../../src/index.ts";
import { scriptedPlatform } from "../../src/testing/index.ts";

const [path = "", at] = process.argv.slice(2);
const state = openState({ path, migrations: [gatewayTables], fillIndexAtOnce: false });
const stopHere = async (): Promise<never> => {
  process.send?.("here");
  return await new Promise<never>(() => undefined);
};
const model = scripted([{ text: "Answer." }]);
const chat = scriptedPlatform({ fault: () => "refused" });
const whole = sqliteGatewayStore(state);
const store: GatewayStore =
  at === "speaking" ? whole : { ...whole, inbox: { ...whole.inbox, finish: async () => await stopHere() } };
const gateway = createGateway({
  store,
  sessions: {
    async open({ origin }) {
      const agent = new Agent({ model, journal: state.journal, origin });
      await agent.open();
      return {
        ...{ id: agent.sessionId, agent, resumed: false, backgroundJobs: 0 },
        [Symbol.asyncDispose]: async () => await agent.close(),
      };
    },
  },
  platforms: [{ platform: chat.platform, settings: {} }],
  access: {
    decide: async () => ({ type: "allowed", tier: "owner" }),
    grant: async () => ({ approver: null, clarifier: null }),
    mayRun: () => true,
  },
  presentation: {
    split: async (text) => ({ text, files: [] }),
    chunks: (text) => (text === "" ? [] : [text]),
    isSilent: () => false,
    partial: (text) => text,
  },
  spokenReplies: { mode: "voice_only", speak: async () => await stopHere() },
  limits: { burstMs: 0 },
});
await gateway.start();
await chat.say("", { files: [{ kind: "voice", reference: "r" }] });
