import type { Tool } from "@hermes/registry";
import { defineTool, toolError } from "@hermes/registry";
import * as z from "zod";
import { cut } from "./child-outcome.ts";
import { childNoticeId } from "./child-record.ts";
import type { ChildRecord } from "./child-record.ts";
import type { ChildTasks } from "./child-tasks.ts";
import { endValue, howOf, runValue } from "./delegate-tool.ts";
import type { ChildrenOf } from "./delegate-tool.ts";

const description = `Your children: list them; send_input, to steer one that runs or to let one that ended do more; interrupt; resume one that did not reach its end; result, to read all that one gave back. resume and send_input to a child that ended wait for its result, as delegate_task does; one in the background stays there.`;

const input = z.object({
  action: z.enum(["list", "send_input", "interrupt", "resume", "result"]),
  id: z.string().min(1).optional().describe("Of the child. Not for list."),
  message: z.string().trim().min(1).optional().describe("For send_input."),
});

/** The tool by which a model sees and steers its children. */
export function delegateControlTool(childrenOf: ChildrenOf): Tool {
  return defineTool({
    name: "delegate_control",
    toolset: "delegation",
    audience: "person",
    description,
    emoji: "🔀",
    rare: true,
    action: { name: "agent.delegate", summary: "hand work to another agent", readOnly: true },
    readOnly: false,
    concurrency: "exclusive",
    maxResultChars: 40_000,
    input,
    detail: ({ action, id = "" }) => `${action} ${id}`.trim(),
    async execute({ action, id, message }, context) {
      const children = await childrenOf(context.sessionId);
      if (children === undefined)
        return toolError("There are no children here: they belong to a conversation.");
      if (action === "list") return { children: (await children.list()).map((each) => row(each, children)) };
      if (id === undefined)
        return toolError(`${action} needs the id of a child.`, { hint: "The action list shows them." });
      const how = howOf(context);
      switch (action) {
        case "send_input": {
          if (message === undefined) return toolError("send_input needs a message.");
          const reply = await children.sendInput(id, message, how);
          return reply.steered ? { id, status: "running", delivered: true } : await runValue(reply.run);
        }
        case "interrupt":
          return endValue(await children.interrupt(id, how));
        case "resume":
          return await runValue(await children.resume(id, how));
        case "result": {
          const record = await children.get(id);
          if (record.end === undefined) return row(record, children);
          context.tells?.([childNoticeId(record)]);
          return endValue(record.end);
        }
      }
    },
  });
}

function row(record: ChildRecord, children: ChildTasks): object {
  const { id, parentId, depth, goal, state, background, startedAt, end } = record;
  const activity = children.activityOf(id);
  const { doing, rounds, tokens } = activity ?? {};
  return {
    id,
    ...(depth > children.depth + 1 ? { child_of: parentId } : {}),
    goal: cut(goal, 200),
    status: state,
    ...(background ? { background } : {}),
    started_at: new Date(startedAt).toISOString(),
    ...(end === undefined ? {} : { ended_at: new Date(end.at).toISOString() }),
    ...(activity === undefined ? {} : { doing: doing ?? "thinks", rounds, tokens }),
  };
}
