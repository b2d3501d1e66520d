import { chooseIsolation } from "@hermes/jail";
import { ToolRegistry } from "@hermes/registry";
import type { Guard, Tool, ToolContext, ToolHooks } from "@hermes/registry";
import { testContext } from "@hermes/registry/testing";
import { enforceIsolation, executeCodeTool } from "../../src/index.ts";
import type { ExecuteCodeToolOptions } from "../../src/index.ts";

export interface CodeSessionOptions extends Partial<ExecuteCodeToolOptions> {
  readonly tools: readonly Tool[];
  readonly guard?: Guard;
  readonly hooks?: readonly ToolHooks[];
}

export type CodeResult = Readonly<Record<string, unknown>> & { readonly output?: string };

/** A registry with `execute_code` and some other tools, as a session has it. */
export interface CodeSession extends AsyncDisposable {
  readonly registry: ToolRegistry;
  /** Calls `execute_code`; everything is offered unless the context says otherwise. */
  run(args: object, context?: Partial<ToolContext>): Promise<CodeResult>;
}

/** A person who agrees to everything, also to scripts without a jail. */
const agree: Guard = () => ({ allow: true });

export function codeSession({ tools, guard = agree, hooks, ...options }: CodeSessionOptions): CodeSession {
  const registry = new ToolRegistry({ guard, hooks });
  const env = { PATH: process.env["PATH"] };
  let isolation: ReturnType<typeof enforceIsolation> | undefined;
  const tool = executeCodeTool({
    registry: () => registry,
    languages: ["python", "javascript"],
    level: "process",
    isolation: () => (isolation ??= enforceIsolation("process", { chooseIsolation })),
    env,
    ...options,
  });
  registry.register(...tools, tool);
  let calls = 0;
  return {
    registry,
    async run(args, context = {}) {
      calls += 1;
      const { content } = await registry.dispatch(
        "execute_code",
        args,
        testContext({ callId: `c${calls}`, offered: new Set(registry.names()), ...context }),
      );
      return JSON.parse(content);
    },
    [Symbol.asyncDispose]: () => registry.cleanup("test-session"),
  };
}
