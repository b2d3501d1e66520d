// One agent in a chat: a message is kept, answered, and the answer sent once.
import { Agent, scripted } from "@hermes/agent-loop";
import { createGateway, gatewayTables, createPresentation, sqliteGatewayStore } from "@hermes/gateway";
import { scriptedPlatform } from "@hermes/gateway/testing";
import { openState } from "@hermes/state";

const state = openState({ path: ":memory:", migrations: [gatewayTables] });
const chat = scriptedPlatform();
const gateway = createGateway({
  store: sqliteGatewayStore(state),
  platforms: [{ platform: chat.platform, settings: {} }],
  access: {
    decide: async ({ sender }) =>
      sender.userId === "ann"
        ? { type: "allowed", tier: "owner" }
        : { type: "ignored", reason: "not-listed" },
    grant: async () => ({ approver: null, clarifier: null }),
    mayRun: () => true,
  },
  presentation: createPresentation(),
  sessions: {
    async open({ resume, origin }) {
      const model = scripted([{ text: "Hello, Ann." }]);
      const agent = new Agent({
        model,
        journal: state.journal,
        origin,
        ...(resume ? { sessionId: resume } : {}),
      });
      await agent.open();
      const dispose = async (): Promise<void> => await agent.close();
      const id = agent.sessionId;
      return { id, agent, resumed: resume !== undefined, backgroundJobs: 0, [Symbol.asyncDispose]: dispose };
    },
  },
});
await gateway.start();

await chat.say("Good morning!", { from: "somebody", chat: "other" });
await chat.say("Good morning!", { from: "ann", messageId: "1" });
// Platforms deliver a message again when they are not sure.
await chat.say("Good morning!", { from: "ann", messageId: "1" });
await chat.until((shown) => shown.length > 0);
await gateway.drain();
console.log(chat.shown.map(({ text }) => text));
state.close();
