import type { Provenance, Tool, ToolContext } from "@hermes/registry";
import { defineTool, toolError, untrustedSources, untrustedValue } from "@hermes/registry";
import * as z from "zod";
import { cut } from "./child-outcome.ts";
import type { ChildEnd, ChildRecord } from "./child-record.ts";
import type { ChildRun } from "./child-run.ts";
import type { ChildTasks, StartChild } from "./child-tasks.ts";

/** Finds the children of a session; undefined: it has none, such as outside of a session. */
export type ChildrenOf = (sessionId: string) => ChildTasks | undefined | Promise<ChildTasks | undefined>;

const description = `Give work to a child: an agent with a context of its own, of which you get a summary. For work that stands alone: research, a search over many files, a part of a larger change. Not for a single call, nor for what needs this conversation.

A child knows nothing but goal and context: say everything that it needs, such as paths, errors, decisions. One child works in your shell and folder, while you wait. Several (tasks) run at once, each in a shell of its own. With background you go on meanwhile, and are told once when it ends. A status other than done says why and what is left; check what matters before you rely on it.`;

const task = {
  goal: z.string().trim().min(1),
  context: z.string().optional(),
  tools: z.array(z.string()).optional(),
  role: z.string().optional(),
};

const input = z.object({
  ...task,
  goal: task.goal.optional().describe("What one child is to do."),
  tools: task.tools.describe("Names of tools or toolsets. Without it, yours."),
  tasks: z.array(z.object(task)).min(1).optional().describe("In place of goal: several at once."),
  background: z.boolean().default(false),
});

export interface DelegateToolOptions {
  /** The roles that there are, a line each, for the model. @default none */
  readonly roles?: string | undefined;
}

/** The tool by which a model hands work to children. */
export function delegateTool(childrenOf: ChildrenOf, { roles = "" }: DelegateToolOptions = {}): Tool {
  return defineTool({
    name: "delegate_task",
    toolset: "delegation",
    audience: "person",
    description: roles === "" ? description : `${description}\n\nRoles:\n${roles}`,
    emoji: "🔀",
    // What the children do is judged call by call.
    action: { name: "agent.delegate", summary: "hand work to another agent", readOnly: true },
    readOnly: false,
    // Two in one answer would work in one shell.
    concurrency: "exclusive",
    aliases: { toolsets: "tools" },
    maxResultChars: 40_000,
    input,
    detail: ({ goal, tasks }) =>
      tasks === undefined ? cut(goal ?? "", 60) : `${tasks.length} tasks: ${cut(tasks[0]?.goal ?? "", 50)}`,
    async execute({ goal, context: about, tools, role, tasks, background }, context) {
      const children = await childrenOf(context.sessionId);
      if (children === undefined) return outside();
      if ((goal === undefined) === (tasks === undefined))
        return toolError("Say what is to be done: goal for one child, or tasks for several.", {
          hint: "Give one of them, and not both.",
        });
      const single = goal === undefined ? undefined : { goal, context: about, tools, role };
      const runs = await children.start(single === undefined ? (tasks ?? []) : [single], {
        ...howOf(context),
        ...(single === undefined ? { taskId: undefined } : {}),
        background,
      });
      if (!background) {
        const ends = await Promise.all(runs.map(({ ended }) => ended));
        return single === undefined ? withSources({ results: ends.map(resultOf) }, ends) : endValue(ends[0]);
      }
      const started = runs.map(({ record }) => startedValue(record));
      return single === undefined ? { results: started } : { ...started[0], next: meanwhile };
    },
  });
}

const meanwhile =
  "Go on with other work. You are told once when it ends; delegate_control shows, steers and interrupts it.";

function outside(): object {
  return toolError("There is nobody to delegate for: it works within a conversation only.");
}

/** How a call starts children. */
export function howOf(context: ToolContext): StartChild {
  const { callId, taskId, signal, progress: onProgress, tells, provenance } = context;
  return { callId, taskId, signal, onProgress, tells, provenance };
}

function startedValue({ id }: ChildRecord): object {
  return { id, status: "running" };
}

/** What the model gets of an end, with the sources of what the child had read. */
export function endValue(end: ChildEnd | undefined): unknown {
  return end === undefined ? undefined : withSources(end.result, [end]);
}

/** What a call that started a run gives: its end, or that it goes on. */
export async function runValue(run: ChildRun): Promise<unknown> {
  return run.record.background ? { ...startedValue(run.record), next: meanwhile } : endValue(await run.ended);
}

function resultOf({ result }: ChildEnd): object {
  return result;
}

function withSources(value: object, ends: readonly ChildEnd[]): unknown {
  const sources: readonly Provenance[] = untrustedSources(...ends.map(({ provenance }) => provenance));
  return sources.length === 0 ? value : untrustedValue(value, sources);
}
