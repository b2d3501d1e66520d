// A gateway in a process of its own that is asked to wake its chat, and never gets an answer from its model: the test kills it then.
import { Agent, scripted } from "@hermes/agent-loop";
import { openState } from "@hermes/state";
import { createGateway, gatewayTables, sqliteGatewayStore } from "../../src/index.ts";
import { scriptedPlatform } from "../../src/testing/index.ts";

const [path = "", key = ""] = process.argv.slice(2);
const state = openState({ path, migrations: [gatewayTables], fillIndexAtOnce: false });
const model = scripted(async (_, index) => {
  if (index === 0) return { text: "Hello." };
  process.send?.("asked");
  return await new Promise<never>(() => undefined);
});
const chat = scriptedPlatform();
const gateway = createGateway({
  store: sqliteGatewayStore(state),
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
  limits: { burstMs: 0 },
});
await gateway.start();
await chat.say("hi");
await chat.until((shown) => shown.length === 1);
await gateway.wake({ chat: key, key: "1", text: "Look at the build." });
