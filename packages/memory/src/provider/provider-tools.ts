import { mapTexts, toolError } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { waitAtMost } from "./wait-at-most.ts";

/** The toolset of all tools that external memories bring. */
export const externalMemoryToolset = "external_memory";

export interface ProviderToolsOptions {
  readonly tools: readonly Tool[];
  readonly name: string;
  /** Must be over before a call is made; rejects when the memory can't be used. */
  readonly ready: () => Promise<void>;
  readonly redactor: () => Promise<(text: string) => string>;
  readonly clean: (text: string) => string;
  readonly deadlineMs: number;
}

/** Tools of a memory as a registry gets them: without secrets in, with untrusted content out, and never for too long. */
export function providerTools(options: ProviderToolsOptions): readonly Tool[] {
  return options.tools.map((tool) => ({
    ...tool,
    toolset: externalMemoryToolset,
    provenance: { source: "memory", name: options.name },
    async execute(value, context) {
      const call = async (): Promise<unknown> => {
        await options.ready();
        const redact = await options.redactor();
        return await tool.execute(mapTexts(value, { text: (text) => redact(text) }), context);
      };
      const waited = await waitAtMost(call(), { ms: options.deadlineMs, signal: context.signal });
      context.signal.throwIfAborted();
      if (waited.kind === "late") return toolError(`The memory ${options.name} does not answer.`);
      if (waited.kind === "failed")
        return toolError(`The memory ${options.name} failed: ${reasonOf(waited.error)}`);
      return mapTexts(waited.value, { text: options.clean });
    },
  }));
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
