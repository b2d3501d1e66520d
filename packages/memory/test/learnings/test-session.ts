import { allowAll, defineTool, toolError, ToolRegistry, type ToolContext } from "@hermes/registry";
import type { State } from "@hermes/state";
import { z } from "zod";
import { createFailureWatch, learningTool } from "../../src/index.ts";

export interface Answer {
  readonly failed: boolean;
  /** Whether the tool was reached. */
  readonly ran: boolean;
  readonly text: string;
  readonly note: string | undefined;
}

export interface TestSession {
  call(tool: string, input: string | object): Promise<Answer>;
  learning(args: object): Promise<Record<string, unknown>>;
}

/** What a tool answers to an input (JSON, where it has several arguments); undefined: it works. */
export type Fails = (tool: string, input: string) => string | undefined;

let calls = 0;

/** A session over a store, with tools that fail as they are told. Without a store, nothing is learned. */
export function converse(
  state: State | undefined,
  fails: Fails,
  options: { readonly strangers?: boolean; readonly offered?: readonly string[] } = {},
): TestSession {
  const log = async () => state?.learnings;
  const watch = createFailureWatch({ log });
  const registry = new ToolRegistry({ guard: allowAll, hooks: [watch.hooks] });
  registry.register(learningTool({ log, watch }));
  let ran = false;
  const tool = (name: string) =>
    defineTool({
      name,
      toolset: "test",
      description: name,
      input: z.looseObject({}),
      async execute(args) {
        ran = true;
        const [only] = Object.values(args);
        const error = fails(name, name in keys ? String(only) : JSON.stringify(args));
        if (error === undefined) return { output: "ok", exit_code: 0 };
        return name === "terminal" ? { output: `working…\n${error}`, exit_code: 1 } : toolError(error);
      },
    });
  const keys: Record<string, string> = {
    terminal: "command",
    read_file: "path",
    query: "table",
    fetch: "url",
  };
  registry.register(...[...Object.keys(keys), "patch", "issue"].map(tool));
  const context = (callId: string): ToolContext => ({
    taskId: "t",
    sessionId: "s",
    callId,
    provenance: options.strangers === true ? [{ source: "web" }] : [],
    signal: new AbortController().signal,
    origin: { platform: "test", entryPoint: "chat" },
    offered: new Set(options.offered),
  });
  return {
    async call(name, value) {
      const callId = `c${++calls}`;
      ran = false;
      const { content, isError } = await registry.dispatch(
        name,
        typeof value === "string" ? { [keys[name] ?? ""]: value } : value,
        context(callId),
      );
      const failed = isError || content.includes('"exit_code":1');
      return { failed, ran, text: content, note: watch.noteAfterCall({ callId }) };
    },
    async learning(args) {
      const { content, isError } = await registry.dispatch("learning", args, context(`c${++calls}`));
      return { ...JSON.parse(content), isError };
    },
  };
}
