import { setTimeout as wait } from "node:timers/promises";
import type { Progress } from "@modelcontextprotocol/client";
import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { capabilities, noTimeoutMs, type Connection } from "../connection/connect.ts";
import type { McpCallOptions, McpToolFacts } from "../mcp-server.ts";
import type { McpServerEntry } from "../server-entry.ts";
import { harmlessText } from "../texts/harmless-text.ts";
import { hasHeaderParameters } from "../lists/header-parameters.ts";
import { isRecord } from "../texts/is-record.ts";
import { elicit, roots, sample } from "./answer-asks.ts";
import type { CallInFlight } from "./calls-in-flight.ts";

// What a result holds is read part by part, so that one bad part costs no more than itself.
const anyResult = z.looseObject({});
const maxRounds = 8;
const maxAsksOfRound = 5;

/** A request that a server may answer with questions first. */
export interface RoundsRequest {
  readonly method: "tools/call" | "resources/read" | "prompts/get";
  readonly params: { readonly name: string } | { readonly uri: string };
  /** Of the tool that is called, as it was listed. */
  readonly tool?: McpToolFacts | undefined;
}

export interface RoundsOptions {
  readonly entry: McpServerEntry;
  readonly cwd: string;
  readonly call: CallInFlight;
  readonly progress: McpCallOptions["progress"];
}

/**
 * Sends a request, and answers what the server wants to know before it answers itself (revision 2026-07-28: `input_required`;
 * before: the error that a page has to be visited), at most 8 times.
 *
 * @returns The result as it came.
 * @throws what the SDK throws; {HermesError} `MCP_BAD_ANSWER` after too many rounds.
 */
export async function requestInRounds(
  connection: Connection,
  request: RoundsRequest,
  options: RoundsOptions,
): Promise<Record<string, unknown>> {
  let answers: Record<string, unknown> = {};
  for (let round = 0; round <= maxRounds; round += 1) {
    const result = await sendOnce(connection, request, answers, options).catch((error: unknown) =>
      visitPages(error, connection, options),
    );
    options.call.clock.heard();
    if (result["resultType"] !== "input_required") return result;
    const asked = isRecord(result["inputRequests"]) ? Object.entries(result["inputRequests"]) : [];
    if (asked.length > maxAsksOfRound) break;
    const responses: Record<string, unknown> = {};
    for (const [key, question] of asked) responses[key] = await answer(question, options);
    // Without a question it only wants to be asked again.
    if (asked.length === 0) await wait(250, undefined, { signal: options.call.clock.signal });
    answers = {
      ...(asked.length === 0 ? {} : { inputResponses: responses }),
      ...(typeof result["requestState"] === "string" ? { requestState: result["requestState"] } : {}),
    };
  }
  throw new HermesError("The server asks back again and again, and does not come to an end.", {
    code: "MCP_BAD_ANSWER",
  });
}

async function sendOnce(
  { sdk, client, era, kind }: Connection,
  { method, params, tool }: RoundsRequest,
  answers: Record<string, unknown>,
  { call, progress }: RoundsOptions,
): Promise<Record<string, unknown>> {
  const { asks, clock } = call;
  const offered = {
    roots: capabilities.roots,
    ...(asks?.elicit === undefined ? {} : { elicitation: capabilities.elicitation }),
    ...(asks?.sample === undefined ? {} : { sampling: capabilities.sampling }),
  };
  const meta = {
    [sdk.CLIENT_CAPABILITIES_META_KEY]: offered,
    ...(asks?.log === undefined ? {} : { [sdk.LOG_LEVEL_META_KEY]: "info" }),
  };
  const sent = { ...params, ...answers, ...(era === "modern" ? { _meta: meta } : {}) };
  const requestOptions = {
    signal: clock.signal,
    timeout: noTimeoutMs,
    allowInputRequired: true,
    onprogress: (said: Progress) => {
      clock.heard();
      const message = said.message === undefined ? undefined : harmlessText(said.message, 500);
      progress?.({ progress: said.progress, total: said.total, message });
    },
  };
  if (
    tool !== undefined &&
    "name" in sent &&
    era === "modern" &&
    kind === "http" &&
    hasHeaderParameters(tool.inputSchema)
  ) {
    const toolDefinition = { name: tool.name, inputSchema: { ...tool.inputSchema, type: "object" as const } };
    return await client.callTool(sent, { ...requestOptions, toolDefinition });
  }
  return await client.request({ method, params: sent }, anyResult, requestOptions);
}

/** Before 2026-07-28 a server says by an error which pages have to be visited. Where they were, it is asked again. */
async function visitPages(
  error: unknown,
  { sdk }: Connection,
  { entry, call }: RoundsOptions,
): Promise<Record<string, unknown>> {
  const isAboutPages =
    error instanceof sdk.ProtocolError && error.code === sdk.ProtocolErrorCode.UrlElicitationRequired;
  const data = isAboutPages && isRecord(error.data) ? error.data["elicitations"] : undefined;
  const pages: readonly unknown[] = Array.isArray(data) ? data : [];
  if (pages.length === 0 || pages.length > maxAsksOfRound) throw error;
  for (const page of pages) {
    const asked = isRecord(page) ? { ...page, mode: "url" } : page;
    const { action } = await elicit(asked, call, { server: entry.name, signal: call.clock.signal });
    if (action !== "accept") throw error;
  }
  return { resultType: "input_required" };
}

async function answer(question: unknown, options: RoundsOptions): Promise<unknown> {
  const { entry, call } = options;
  const method = isRecord(question) ? question["method"] : undefined;
  const params = isRecord(question) ? question["params"] : undefined;
  const asking = { server: entry.name, signal: call.clock.signal };
  switch (method) {
    case "elicitation/create":
      return await elicit(params, call, asking);
    case "sampling/createMessage":
      return await sample(params, call, { ...asking, maxTokens: entry.sampling.maxTokens });
    case "roots/list":
      return roots(options.cwd);
    default:
      throw new HermesError(
        `The server asks for "${harmlessText(String(method), 100)}", which is not known.`,
        {
          code: "MCP_BAD_ANSWER",
        },
      );
  }
}
