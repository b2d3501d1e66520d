import type { Tool, ToolAction, ToolContext } from "@hermes/registry";
import type * as Core from "../browser-core.ts";
import type { BrowserToolsOptions } from "./browser-tools-options.ts";

/** What all tools of the browser share. */
export interface ToolParts {
  /** Options that are the same for each of them. */
  readonly shared: SharedOptions;
  /** Opening a page may take longer. */
  readonly navigationTimeoutMs: number;
  /** Does what the core has for it. The core is loaded by the first call, as most programs never make one. */
  lazily<Input, Value>(choose: (core: typeof Core) => Work<Input, Value>): Call<Input, Value>;
}

type Call<Input, Value> = (input: Input, context: ToolContext) => Promise<Value>;
type Work<Input, Value> = (
  input: Input,
  context: ToolContext,
  options: BrowserToolsOptions,
) => Promise<Value>;

interface SharedOptions {
  readonly toolset: "browser";
  readonly rare: true;
  readonly emoji: string;
  readonly provenance: { readonly source: "web" };
  readonly concurrency: "exclusive";
  readonly timeoutMs: number;
  readonly available: NonNullable<Tool["available"]>;
  readonly cleanup: NonNullable<Tool["cleanup"]>;
}

export const actions: Readonly<Record<"navigate" | "read" | "act" | "script" | "close", ToolAction>> = {
  navigate: { name: "browser.navigate", summary: "open a web page", readOnly: true },
  read: { name: "browser.read", summary: "look at a web page", readOnly: true },
  act: { name: "browser.act", summary: "click or type in a web page", readOnly: false },
  script: { name: "browser.script", summary: "run a script in a web page", readOnly: false },
  close: { name: "browser.close", summary: "close the browser of a session", readOnly: true },
};

export function toolParts(options: BrowserToolsOptions): ToolParts {
  const { browsers } = options;
  const { commandTimeoutMs, navigationTimeoutMs } = browsers.settings;
  // For what the browser's own limits do not end, and a start of it.
  const startMs = 60_000;
  return {
    shared: {
      toolset: "browser",
      rare: true,
      emoji: "🌐",
      provenance: { source: "web" },
      concurrency: "exclusive",
      timeoutMs: commandTimeoutMs + startMs,
      available: async () => (await browsers.whyUnavailable()) ?? true,
      cleanup: async (sessionId) => await browsers.close(sessionId),
    },
    navigationTimeoutMs: navigationTimeoutMs + startMs,
    lazily: (choose) => async (input, context) =>
      await choose(await import("../browser-core.ts"))(input, context, options),
  };
}
