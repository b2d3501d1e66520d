import type { SealedRules } from "@hermes/permissions";
import type { ToolContext } from "@hermes/registry";
import { askAboutChange } from "./ask-about-change.ts";
import type { HomeSeal } from "./home-seal.ts";

export interface SealedRulesOptions {
  readonly path: string;
  readonly seal: () => Promise<HomeSeal>;
  readonly redactor: () => Promise<(text: string) => string>;
}

/** `permissions.yaml` for the guard. */
export function sealedRules({ path, seal, redactor }: SealedRulesOptions): SealedRules {
  return {
    async read() {
      const { mark, text, problem } = await (await seal()).textOf(path);
      return { mark, text, ...(problem === undefined ? {} : { problem: `permissions.yaml: ${problem}.` }) };
    },
    async settle({ sessionId, callId, signal, origin, approve: approver }: ToolContext) {
      const ask = askAboutChange({ sessionId, callId, signal, approver, redactor, userId: origin.userId });
      const homeSeal = await seal();
      await homeSeal.begin();
      await homeSeal.settle(ask);
    },
    writing: {
      read: async () => await (await seal()).textToChange(path),
      wrote: async (text) => {
        await (await seal()).wrote(path, text);
      },
    },
  };
}
