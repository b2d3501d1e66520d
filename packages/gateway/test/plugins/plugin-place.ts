import { pluginPlatform } from "../../src/index.ts";
import type { PlatformProcess } from "../../src/index.ts";
import type { PlatformPlace, SeenMessage } from "../../src/testing/index.ts";

interface Faults {
  rateMs?: number;
  losesAnswer?: boolean;
  forbids?: boolean;
}

export interface PluginPlace extends PlatformPlace<{ readonly enabled: boolean }> {
  readonly process: PlatformProcess & { off: string | undefined };
  /** Hands over something that is no message. */
  give(what: unknown): void;
  /** What is listened to fails once, with these words. */
  fail(words: string): void;
}

/** A person and a platform of a plug-in whose functions are called here, as its process would. */
export async function openPluginPlace(): Promise<PluginPlace> {
  const queue: unknown[] = [];
  const chat: SeenMessage[] = [];
  const faults: Faults = {};
  let failure: string | undefined;
  let taken = 0;
  let said = 0;
  let changed = Promise.withResolvers<void>();
  const change = (): void => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const process: PluginPlace["process"] = {
    off: undefined,
    async call(name, params) {
      if (name === "check") return { as: "the toy" };
      if (faults.rateMs !== undefined) {
        const afterMs = faults.rateMs;
        delete faults.rateMs;
        return { status: "retry", reason: "too many", afterMs };
      }
      if (faults.forbids === true) return { status: "failed", reason: "not there", code: "forbidden" };
      // What an adapter says is what the other side has.
      const { markdown } = params as { readonly markdown: string };
      const messageId = `b${chat.length + 1}`;
      chat.push({ messageId, text: markdown, buttons: [] });
      change();
      if (faults.losesAnswer !== true) return { status: "sent", messageId };
      delete faults.losesAnswer;
      throw new Error("the connection broke");
    },
    async *stream(_, __, { signal }) {
      for (;;) {
        signal.throwIfAborted();
        if (failure !== undefined) {
          const words = failure;
          failure = undefined;
          throw new Error(words);
        }
        const next = queue[taken];
        if (next === undefined) {
          const ended = Promise.withResolvers<void>();
          const end = (): void => ended.resolve();
          signal.addEventListener("abort", end, { once: true });
          await Promise.race([changed.promise, ended.promise]);
          continue;
        }
        yield next;
        taken += 1;
      }
    },
  };
  const give = (what: unknown): void => {
    queue.push(what);
    change();
  };
  const parts = { name: "toy", label: "Toy", maxChars: 2_000, times: { backOffMs: 5, steadyMs: 50 } };
  const platform = pluginPlatform({ ...parts, process });
  const down = pluginPlatform({ ...parts, process: { ...process, call: refuse } });
  const unreachable = { enabled: true };
  return {
    platform: {
      ...platform,
      connect: async (settings, host, options) =>
        await (settings === unreachable ? down : platform).connect(settings, host, options),
    },
    ...{ process, give, unreachable, keepsMessages: true },
    settings: { enabled: true },
    fail(words) {
      failure = words;
      change();
    },
    peer: {
      at: { platform: "toy", chatId: "c1" },
      givesFiles: false,
      async say(text) {
        const messageId = `p${++said}`;
        give({ chatId: "c1", messageId, chatKind: "dm", sender: { userId: "ada" }, text });
        return messageId;
      },
      async seen(holds) {
        while (!holds(chat)) await changed.promise;
        return chat;
      },
      repeat: () => give(queue.at(-1)),
      limitRate: (afterMs) => void (faults.rateMs = afterMs),
      loseAnswer: () => void (faults.losesAnswer = true),
      forbid: () => void (faults.forbids = true),
      dropReceiving() {
        failure = "the server is gone";
        change();
      },
    },
    async [Symbol.asyncDispose]() {},
  };
}

async function refuse(): Promise<never> {
  throw new Error("connect ECONNREFUSED");
}
