import type { Clarifier, TodoList } from "@hermes/agent-loop";
import type { ChildrenOf } from "@hermes/agent-loop/delegate";
import type { Settings } from "@hermes/config";
import type { PathPolicy, Permissions } from "@hermes/permissions";
import type { Tool, ToolLoader } from "@hermes/registry";
import type { ExecuteCodeToolOptions } from "@hermes/sandbox";
import type { State } from "@hermes/state";
import type { Backend, ProcessTable } from "@hermes/terminal-backends";
import type { SharedFiles } from "./child/shared-files.ts";
import type { Role } from "./roles/role.ts";
import { within } from "./permissions/agent-spans.ts";
import type { AgentSpans } from "./permissions/agent-spans.ts";
import type { SessionSkills } from "./skills/session-skills.ts";
import type { SessionMemory } from "./memory/session-memory.ts";

/** What tools are made of. What belongs to a session is undefined outside of one; its tools then answer an error. */
export interface ToolParts {
  readonly backend: () => Promise<Backend>;
  /** Whether a wall holds commands; `network`: what they reach alone. */
  /** What sessions that change the same files know of each other. */
  readonly sharedFiles: SharedFiles;
  readonly walled: () => Promise<boolean | "network">;
  readonly processes: () => Promise<ProcessTable>;
  readonly permissions: () => Promise<Pick<Permissions, "pathPolicy">>;
  readonly commandTimeoutMs: number;
  readonly output: Settings["tool_output"];
  /** Undefined while nothing was ever stored. */
  readonly store: () => Promise<State | undefined>;
  /** When the agent's commands ran. */
  readonly spans: Pick<AgentSpans, "begin">;
  /** What `execute_code` is made of. */
  readonly code: () => Promise<ExecuteCodeToolOptions>;
  /** Several models that are asked at once; undefined where the settings name none. */
  readonly mixture: (() => Promise<Tool>) | undefined;
  /** Finds the children of a session; undefined: it can't have any. */
  readonly children: ChildrenOf | undefined;
  /** What children can be. */
  readonly roles: () => Promise<readonly Role[]>;
  readonly todo: TodoList | undefined;
  readonly memory: () => Promise<SessionMemory | undefined>;
  readonly skills: () => Promise<SessionSkills>;
  readonly clarifier: Clarifier | undefined;
}

/** The one list of tools. Each package is loaded when its tools are. */
export function toolLoaders(parts: ToolParts): readonly ToolLoader[] {
  return [
    {
      // Before all others: a later tool of the same name takes its place.
      name: "external memory",
      load: async () => (await (await parts.memory())?.external())?.tools() ?? [],
    },
    {
      name: "terminal",
      async load() {
        const [{ terminalTools }, backend, processes, walled] = await Promise.all([
          import("@hermes/terminal-backends"),
          parts.backend(),
          parts.processes(),
          parts.walled(),
        ]);
        return terminalTools({
          backend,
          processes,
          walled,
          defaultTimeoutMs: parts.commandTimeoutMs,
          maxOutputChars: parts.output.max_bytes,
        });
      },
    },
    {
      name: "files",
      async load() {
        const { output, sharedFiles } = parts;
        const [{ fileTools }, backend, versions] = await Promise.all([
          import("@hermes/files"),
          parts.backend(),
          sharedFiles.versions(),
        ]);
        const { max_lines: maxLines, max_line_length: maxLineChars, max_result_chars: maxChars } = output;
        const policy: PathPolicy = {
          check: async (request) => await (await parts.permissions()).pathPolicy.check(request),
        };
        const isShared = (): boolean => sharedFiles.isShared;
        return fileTools({ backend, policy, versions, isShared, maxLines, maxLineChars, maxChars });
      },
    },
    {
      name: "memory",
      async load() {
        const memory = await parts.memory();
        if (memory !== undefined) return await memory.tools();
        const { learningTool, memoryTool } = await import("@hermes/memory");
        return [memoryTool(undefined), learningTool({ log: undefined, watch: undefined })];
      },
    },
    {
      name: "skills",
      load: async () => await (await parts.skills()).tools(),
    },
    {
      name: "sessions",
      async load() {
        const { sessionSearchTool } = await import("@hermes/state");
        return [sessionSearchTool(parts.store)];
      },
    },
    {
      name: "code",
      async load() {
        const [{ executeCodeTool }, code] = await Promise.all([import("@hermes/sandbox/tool"), parts.code()]);
        const tool = executeCodeTool(code);
        // Without a jail a script can write without a tool.
        const execute: Tool["execute"] = (args, context) =>
          within(parts.spans, () => tool.execute(args, context));
        return [code.level === "jail" ? tool : { ...tool, execute }];
      },
    },
    {
      name: "mixture of agents",
      load: async () => (parts.mixture === undefined ? [] : [await parts.mixture()]),
    },
    {
      name: "delegation",
      async load() {
        const { children } = parts;
        const [{ delegateControlTool, delegateTool, reportTool }, { describeRoles }, roles] =
          await Promise.all([
            import("@hermes/agent-loop/delegate"),
            import("./roles/describe-roles.ts"),
            children === undefined ? [] : parts.roles(),
          ]);
        if (children === undefined) return [reportTool()];
        const tool = delegateTool(children, { roles: describeRoles(roles) });
        return [tool, delegateControlTool(children), reportTool()];
      },
    },
    {
      name: "conversation",
      async load() {
        const { createTodoTool, createClarifyTool } = await import("@hermes/agent-loop");
        return [createTodoTool(parts.todo), createClarifyTool(parts.clarifier)];
      },
    },
  ];
}
