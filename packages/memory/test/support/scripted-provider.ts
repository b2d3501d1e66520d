import type {
  MemoryProvider,
  ProviderMessage,
  ProviderSession,
  ProviderTurn,
} from "../../src/provider/index.ts";

type Answers = Partial<
  Pick<MemoryProvider, "start" | "promptBlock" | "prefetch" | "sync" | "beforeCompression" | "stop">
>;

export interface ScriptedProvider extends MemoryProvider {
  readonly calls: string[];
  readonly synced: ProviderTurn[];
  readonly summarized: (readonly ProviderMessage[])[];
  session: ProviderSession | undefined;
}

/** A memory that notes what it is asked and answers as the test says. */
export function providerThat(
  answers: Answers & Partial<Pick<MemoryProvider, "tools">> = {},
): ScriptedProvider {
  const calls: string[] = [];
  const synced: ProviderTurn[] = [];
  const summarized: (readonly ProviderMessage[])[] = [];
  const provider: ScriptedProvider = {
    name: "elsewhere",
    calls,
    synced,
    summarized,
    session: undefined,
    async check() {},
    async start(session) {
      calls.push("start");
      provider.session = session;
      await answers.start?.(session);
    },
    async promptBlock(options) {
      calls.push("promptBlock");
      return (await answers.promptBlock?.(options)) ?? "";
    },
    async prefetch(query, options) {
      calls.push(`prefetch ${query}`);
      return (await answers.prefetch?.(query, options)) ?? "";
    },
    async sync(turn, options) {
      calls.push("sync");
      await answers.sync?.(turn, options);
      synced.push(turn);
    },
    async beforeCompression(messages, options) {
      summarized.push(messages);
      return (await answers.beforeCompression?.(messages, options)) ?? "";
    },
    tools: answers.tools ?? (() => []),
    async stop(options) {
      calls.push("stop");
      await answers.stop?.(options);
    },
  };
  return provider;
}
