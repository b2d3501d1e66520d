import type { MemoryProvider } from "@hermes/memory/provider";
import { z } from "zod";
import type { UsedPlugin } from "../workspace-plugins.ts";
import { wrongAnswer } from "../wrong-answer.ts";

/** Longest text that is taken from it. */
const maxChars = 50_000;

const said = z.string().transform((text) => text.slice(0, maxChars));

/** The memory of a plug-in. What it says is treated as that of every external memory: fenced, cleaned and bounded in time. */
export function pluginMemory(used: UsedPlugin, name: string): MemoryProvider {
  const ask = async (what: string, params: unknown, signal: AbortSignal): Promise<unknown> =>
    await used.running.call(["memory", name, what], params, { signal });
  const text = async (what: string, params: unknown, signal: AbortSignal): Promise<string> => {
    const { data, error } = said.safeParse(await ask(what, params, signal));
    if (data !== undefined) return data;
    throw wrongAnswer(used.manifest.name, `${what} of the memory "${name}"`, error);
  };
  return {
    name,
    check: async ({ signal }) => void (await ask("check", {}, signal)),
    start: async () => undefined,
    promptBlock: async ({ signal }) => await text("promptBlock", {}, signal),
    prefetch: async (query, { signal }) => await text("prefetch", { query }, signal),
    sync: async (turn, { signal }) =>
      void (await ask("sync", { text: turn.text, answer: turn.answer }, signal)),
    beforeCompression: async () => "",
    tools: () => [],
    stop: async () => undefined,
  };
}
