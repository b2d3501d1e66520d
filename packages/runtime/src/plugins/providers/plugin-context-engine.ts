import type { CompressionInput } from "@hermes/agent-loop";
import { estimateMessageTokens } from "@hermes/models";
import type { Message } from "@hermes/models";
import { HermesError, mapTexts } from "@hermes/registry";
import { z } from "zod";
import type { UsedPlugin } from "../workspace-plugins.ts";
import { historyMessages } from "./history-messages.ts";
import { wrongInHistory } from "./wrong-in-history.ts";

export interface PluginEngineOptions {
  readonly timeoutMs: number;
  /** Takes secrets out of what the plug-in is given. @default nothing is taken out */
  readonly redact?: (() => Promise<(text: string) => string>) | undefined;
}

/**
 * Shortens a history by a context engine of a plug-in. A message that comes back as it went is the one that it was, with all that
 * belongs to it.
 *
 * @returns Undefined: the engine leaves the history as it is.
 * @throws {HermesError} `PLUGIN_FAILED` for what is no history, or none that is shorter; what a call of the plug-in throws.
 */
export function pluginContextEngine(
  used: UsedPlugin,
  name: string,
  { timeoutMs, redact }: PluginEngineOptions,
): (input: CompressionInput) => Promise<readonly Message[] | undefined> {
  return async (input) => {
    const { messages, inputTokens, contextWindow, reason, focus, signal, head } = input;
    const clean = await redact?.();
    const sent = messages.map((message) => (clean === undefined ? message : withoutSecrets(message, clean)));
    const keep = await input.keep();
    const answer = await used.running.call(
      ["contextEngines", name, "compress"],
      { messages: sent, inputTokens, contextWindow, reason, focus, keep },
      { signal, timeoutMs, sessionId: head.id },
    );
    if (answer === undefined || answer === null) return undefined;
    const bad = (problem: string): HermesError => noHistory(used.manifest.name, name, problem);
    const shortened = parsed(answer, { sent, messages }, bad);
    const wrong = wrongInHistory(shortened, messages);
    if (wrong !== undefined) throw bad(wrong);
    if (tokensOf(shortened) >= tokensOf(messages)) throw bad("it is not shorter");
    return shortened;
  };
}

/** The bytes of pictures and files hold none, and are many. */
function withoutSecrets(message: Message, clean: (text: string) => string): Message {
  // What changes texts alone leaves the form.
  return mapTexts(message, { text: (text, name) => (name === "data" ? text : clean(text)) }) as Message;
}

function parsed(
  answer: unknown,
  history: Parameters<typeof historyMessages>[1],
  bad: (problem: string) => HermesError,
): readonly Message[] {
  try {
    return historyMessages(answer, history);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw bad(z.prettifyError(error).replaceAll("\n", " ").slice(0, 300));
  }
}

function tokensOf(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + estimateMessageTokens(message), 0);
}

function noHistory(plugin: string, name: string, problem: string): HermesError {
  return new HermesError(
    `The context engine "${name}" of the plug-in "${plugin}" gave no history that can be used: ${problem}.`,
    {
      code: "PLUGIN_FAILED",
      hint: "Its author can correct that. Without it: set compression.engine to builtin.",
    },
  );
}
