import { Agent, scripted } from "@hermes/agent-loop";
import { openState } from "@hermes/state";
import { createGateway, gatewayTables, sqliteGatewayStore } from "../../src/index.ts";
import type { Platform } from "../../src/index.ts";

/** Serves one platform over a store, with a model that answers at once; tells the parent, where there is one, when it is connected. */
export async function serve(path: string, platform: Platform, settings: unknown): Promise<void> {
  const state = openState({ path, migrations: [gatewayTables], fillIndexAtOnce: false });
  const model = scripted(({ messages }) => {
    const words = messages.findLast(({ role }) => role === "user");
    const text =
      words?.role === "user"
        ? words.content.map((part) => (part.type === "text" ? part.text : "")).join("")
        : "";
    return { text: `Answer to ${text}.`, delayMs: 1 };
  });
  const gateway = createGateway({
    store: sqliteGatewayStore(state),
    sessions: {
      async open({ resume, origin }) {
        const agent = new Agent({
          model,
          journal: state.journal,
          origin,
          ...(resume === undefined ? {} : { sessionId: resume }),
        });
        await agent.open();
        return {
          ...{ id: agent.sessionId, agent, resumed: resume !== undefined, backgroundJobs: 0 },
          [Symbol.asyncDispose]: async () => await agent.close(),
        };
      },
    },
    platforms: [
      {
        platform,
        settings,
        chats: { reset: { mode: "never", atHour: 4, idleMinutes: 1 }, busyMode: "queue" },
      },
    ],
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
    limits: { burstMs: 0, closeIdleMs: 1_000, concurrentTurns: 8, deaths: 1_000, queuedPerChat: 10_000 },
  });
  await gateway.start();
  process.send?.("connected");
}
