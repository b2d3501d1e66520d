import { agent, RequestError } from "@agentclientprotocol/sdk";
import type { AgentApp, ClientCapabilities, McpServer } from "@agentclientprotocol/sdk";
import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import type { Editor } from "../client/editor.ts";
import type { AcpHome } from "../ports/acp-home.ts";
import { configIds } from "../render/v1/session-choices.ts";
import type { Conversation } from "./conversation.ts";
import type { Conversations } from "./conversations.ts";
import { homeMethod, initializeResponse } from "./initialize.ts";
import { listPage } from "./list-page.ts";
import { mcpEntries } from "./mcp-entries.ts";
import { readPrompt } from "./read-prompt.ts";
import { notReady, toRequestError } from "./request-errors.ts";
import { setMode, setOption } from "./set-choice.ts";

export interface AgentAppOptions {
  readonly home: AcpHome;
  readonly conversations: Conversations;
  /** Of Hermes. */
  readonly version: string;
  /** The editor, with what it said it can do. */
  readonly editor: (can: ClientCapabilities) => Editor;
  /** Told of what no request is answered with. */
  readonly onError: (error: unknown) => void;
}

interface Opening {
  readonly sessionId?: string | undefined;
  readonly cwd: string;
  readonly mcpServers?: readonly McpServer[] | undefined;
}

/** What is done for each request of version 1 of the protocol. */
export function createAgentApp(options: AgentAppOptions): AgentApp {
  const { home, conversations, version, onError } = options;
  let can: ClientCapabilities = {};
  const open = async ({ sessionId, cwd, mcpServers = [] }: Opening): Promise<Conversation> => {
    await mustBeFolder(cwd);
    return await conversations.open(
      { resume: sessionId, folder: cwd, mcpServers: mcpEntries(mcpServers) },
      options.editor(can),
    );
  };
  /** The editor knows a session only once its request is answered. */
  const tellLater = (conversation: Conversation): void => {
    setImmediate(() => void conversation.tellCommands().catch(onError));
  };
  return agent({ name: "hermes" })
    .onRequest("initialize", ({ params }) => {
      can = params.clientCapabilities ?? {};
      return initializeResponse(params, version);
    })
    .onRequest("authenticate", async ({ params: { methodId } }) => {
      if (methodId !== homeMethod)
        throw RequestError.invalidParams({ methodId }, `There is no way in "${methodId}".`);
      const readiness = await home.readiness();
      if (!readiness.ready) throw notReady(readiness);
      return {};
    })
    .onRequest("session/new", async ({ params }) => {
      const conversation = await told(
        async () => await open({ cwd: params.cwd, mcpServers: params.mcpServers }),
      );
      const choices = await told(async () => await conversation.choices());
      tellLater(conversation);
      return { sessionId: conversation.id, ...choices };
    })
    .onRequest("session/load", async ({ params }) => {
      const conversation = await told(async () => await open(params), params.sessionId);
      await conversation.replay(params.cwd);
      const choices = await told(async () => await conversation.choices());
      tellLater(conversation);
      return choices;
    })
    .onRequest("session/resume", async ({ params }) => {
      const conversation = await told(async () => await open(params), params.sessionId);
      const choices = await told(async () => await conversation.choices());
      tellLater(conversation);
      return choices;
    })
    .onRequest("session/list", async ({ params }) => await told(async () => await listPage(home, params)))
    .onRequest("session/close", async ({ params: { sessionId } }) => {
      await told(async () => await conversations.close(sessionId));
      return {};
    })
    .onRequest("session/delete", async ({ params: { sessionId } }) => {
      await told(async () => await conversations.delete(sessionId), sessionId);
      return {};
    })
    .onRequest("session/set_mode", async ({ params: { sessionId, modeId } }) => {
      const conversation = conversations.get(sessionId);
      await told(async () => await setMode(conversation, modeId));
      // The mode is an option too.
      await conversation.tellOptions();
      return {};
    })
    .onRequest("session/set_config_option", async ({ params }) => {
      const conversation = conversations.get(params.sessionId);
      await told(async () => await setOption(conversation, { option: params.configId, value: params.value }));
      if (params.configId === configIds.mode) await conversation.tellMode();
      return { configOptions: (await conversation.choices()).configOptions };
    })
    .onRequest("session/prompt", async ({ params: { sessionId, prompt }, signal }) => {
      const conversation = conversations.get(sessionId);
      return { stopReason: await told(async () => await conversation.prompt(readPrompt(prompt), signal)) };
    })
    .onNotification("session/cancel", ({ params: { sessionId } }) => {
      conversations.find(sessionId)?.cancel();
    });
}

/** @throws {RequestError} */
async function mustBeFolder(cwd: string): Promise<void> {
  if (!isAbsolute(cwd)) throw RequestError.invalidParams({ cwd }, `"${cwd}" is no absolute path.`);
  const facts = await stat(cwd).catch(() => undefined);
  if (facts?.isDirectory() !== true)
    throw RequestError.invalidParams({ cwd }, `There is no folder "${cwd}".`);
}

/** A failure is told in words that people can use. */
async function told<Result>(work: () => Promise<Result>, sessionId?: string): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toRequestError(error, sessionId);
  }
}
