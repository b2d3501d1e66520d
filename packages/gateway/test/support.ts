import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, HermesError } from "@hermes/agent-loop";
import type { Model } from "@hermes/agent-loop";
import type { Tool } from "@hermes/registry";
import { openState } from "@hermes/state";
import type { State } from "@hermes/state";
import { onTestFinished } from "vitest";
import { createGateway, gatewayTables, sqliteGatewayStore } from "../src/index.ts";
import type {
  Access,
  ChatSession,
  ChatSessions,
  Gateway,
  GatewayOptions,
  GatewayStore,
  OpenChatSession,
  Presentation,
} from "../src/index.ts";
import { scriptedPlatform } from "../src/testing/index.ts";
import type { ScriptedPlatform } from "../src/testing/index.ts";

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hermes-gateway-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function openStore(
  path = ":memory:",
  now?: () => number,
): { readonly state: State; readonly store: GatewayStore } {
  const state = openState({ path, migrations: [gatewayTables], fillIndexAtOnce: false });
  onTestFinished(() => state.close());
  return { state, store: sqliteGatewayStore(state, { now }) };
}

export interface TestSessions extends ChatSessions {
  readonly opened: OpenChatSession[];
  readonly live: number;
  backgroundJobs: number;
  saved: number;
}

/** Sessions of a real agent over a real journal, with a model of the test. */
export function sessionsOf(state: State, model: Model, tools: readonly Tool[] = []): TestSessions {
  const sessions = { opened: [] as OpenChatSession[], live: 0, backgroundJobs: 0, saved: 0, open };
  async function open(request: OpenChatSession): Promise<ChatSession> {
    sessions.opened.push(request);
    const { resume, origin } = request;
    if (resume !== undefined && state.sessions.get(resume) === undefined)
      throw new HermesError(`No conversation has the id "${resume}".`, { code: "RUNTIME_NO_SESSION" });
    const agent = new Agent({
      ...{ model, tools, journal: state.journal, origin },
      ...(resume === undefined ? {} : { sessionId: resume }),
    });
    await agent.open();
    sessions.live += 1;
    return {
      ...{ id: agent.sessionId, agent, resumed: resume !== undefined },
      get backgroundJobs() {
        return sessions.backgroundJobs;
      },
      async saveFacts() {
        sessions.saved += 1;
        return [];
      },
      async [Symbol.asyncDispose]() {
        sessions.live -= 1;
        await agent.close();
      },
    };
  }
  return sessions;
}

/** Everybody may do everything, but for those named. */
export function openAccess(strangers: readonly string[] = []): Access {
  return {
    async decide({ sender }) {
      return strangers.includes(sender.userId)
        ? { type: "answered", reason: "stranger", text: "I don't know you." }
        : { type: "allowed", tier: "owner" };
    },
    grant: async () => ({ approver: null, clarifier: null }),
    mayRun: () => true,
  };
}

export const plainPresentation: Presentation = {
  split: async (text) => ({ text, files: [] }),
  chunks(markdown, { limits }) {
    const chunks: string[] = [];
    for (let at = 0; at < markdown.length; at += limits.text)
      chunks.push(markdown.slice(at, at + limits.text));
    return chunks;
  },
  isSilent: (answer) => ["[SILENT]", "NO_REPLY"].includes(answer.trim()),
  partial: (markdown) => markdown,
};

export interface TestGateway {
  readonly gateway: Gateway;
  readonly chat: ScriptedPlatform;
  readonly store: GatewayStore;
  readonly state: State;
  readonly sessions: TestSessions;
}

export interface TestGatewayOptions extends Partial<Omit<GatewayOptions, "store">> {
  readonly model: Model;
  readonly tools?: readonly Tool[] | undefined;
  readonly chat?: ScriptedPlatform | undefined;
  readonly chats?: GatewayOptions["platforms"][number]["chats"];
  /** A store that is open already, or the path of one. @default in memory */
  readonly over?: { readonly state: State; readonly store: GatewayStore } | string | undefined;
}

/** A gateway with one scripted platform, started. */
export async function startGateway({
  model,
  tools,
  chat = scriptedPlatform(),
  chats,
  over,
  ...rest
}: TestGatewayOptions): Promise<TestGateway> {
  const { state, store } = typeof over === "object" ? over : openStore(over, rest.now);
  const sessions = sessionsOf(state, model, tools);
  const gateway = createGateway({
    ...{ store, sessions, access: openAccess(), presentation: plainPresentation },
    platforms: [{ platform: chat.platform, settings: {}, chats }],
    ...rest,
    limits: { burstMs: 0, ...rest.limits },
  });
  onTestFinished(async () => await gateway.close());
  await gateway.start();
  return { gateway, chat, store, state, sessions };
}
