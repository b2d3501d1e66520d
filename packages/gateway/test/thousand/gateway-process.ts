// A gateway in a process of its own, which the test kills at any moment. The platform lives in the parent: this side speaks to it by
// lines of JSON over a socket.
import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import { Agent, scripted } from "@hermes/agent-loop";
import { openState } from "@hermes/state";
import { z } from "zod";
import { createGateway, gatewayTables, sqliteGatewayStore } from "../../src/index.ts";
import type {
  InboundMessage,
  OutboundMessage,
  Platform,
  PlatformConnection,
  SendOutcome,
} from "../../src/index.ts";

const [path = "", port = "0"] = process.argv.slice(2);

/** Answers of the parent to what was asked, by number. */
const waiting = new Map<number, (outcome: SendOutcome) => void>();
let asked = 0;

const platform: Platform<unknown> = {
  ...{ name: "far", label: "Far", settings: z.unknown(), environment: {}, progress: "off" },
  limits: { text: 4_096, caption: 1_024, editEveryMs: 100, fileBytes: 1, buttonsPerRow: 3 },
  length: (text) => text.length,
  render: (markdown) => ({ text: markdown, plain: markdown }),
  can: { edit: false, buttons: true, threads: false, files: false, codeBlocks: true },
  isConfigured: () => true,
  async connect(_, host) {
    const socket = createConnection(Number(port), "127.0.0.1");
    socket.on("error", () => process.exit(1));
    const tell = (line: unknown): void => void socket.write(`${JSON.stringify(line)}\n`);
    createInterface({ input: socket }).on("line", (line) => {
      const heard: { update?: number; message?: InboundMessage; answer?: number; outcome?: SendOutcome } =
        JSON.parse(line);
      if (heard.message !== undefined) {
        const { update } = heard;
        host.message(heard.message).then(
          () => tell({ kept: update }),
          () => undefined,
        );
      } else if (heard.answer !== undefined && heard.outcome !== undefined)
        waiting.get(heard.answer)?.(heard.outcome);
    });
    tell({ hello: true });
    const connection: PlatformConnection = {
      async send(message: OutboundMessage) {
        const id = asked++;
        tell({ send: id, message });
        return await new Promise<SendOutcome>((resolve) => waiting.set(id, resolve));
      },
      check: async () => undefined,
      stop: async () => undefined,
    };
    return connection;
  },
};

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
      settings: {},
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
