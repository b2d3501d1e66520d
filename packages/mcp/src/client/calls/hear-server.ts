import type { Client } from "@modelcontextprotocol/client";
import { harmlessText } from "../texts/harmless-text.ts";
import { elicit, roots, sample } from "./answer-asks.ts";
import type { CallsInFlight } from "./calls-in-flight.ts";

export interface HearServerOptions {
  readonly name: string;
  readonly cwd: string;
  readonly maxSamplingTokens: number;
  readonly calls: CallsInFlight;
  readonly onListChanged: () => void;
}

/** Registers what a server may send by itself: questions (of revisions before 2026-07-28), log lines, news of its lists. */
export function hearServer(client: Client, options: HearServerOptions): void {
  const { calls, name } = options;
  client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => {
    const answer = await elicit(params, calls.only(), { server: name, signal: mcpReq.signal });
    return answer.action === "accept"
      ? { action: "accept", content: writable(answer.content) }
      : { action: answer.action };
  });
  client.setRequestHandler("sampling/createMessage", async ({ params }, { mcpReq }) => {
    return await sample(params, calls.only(), {
      server: name,
      maxTokens: options.maxSamplingTokens,
      signal: mcpReq.signal,
    });
  });
  client.setRequestHandler("roots/list", () => roots(options.cwd));
  client.setNotificationHandler("notifications/message", ({ params }) => {
    const call = calls.only();
    if (call?.asks?.log === undefined || !call.mayLog()) return;
    const text = typeof params.data === "string" ? params.data : (JSON.stringify(params.data) ?? "");
    const logger = params.logger === undefined ? undefined : harmlessText(params.logger, 100);
    call.asks.log({ level: params.level, logger, text: harmlessText(text, 2_000) });
  });
  for (const list of ["tools", "prompts", "resources"] as const)
    client.setNotificationHandler(`notifications/${list}/list_changed`, options.onListChanged);
}

/** Lists as the SDK takes them, which can be changed. */
function writable(
  content: Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined,
): Record<string, string | number | boolean | string[]> {
  return Object.fromEntries(
    Object.entries(content ?? {}).map(([key, value]) => [
      key,
      typeof value === "object" ? [...value] : value,
    ]),
  );
}
