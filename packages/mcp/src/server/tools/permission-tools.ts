import { z } from "zod";
import type { ApprovalsPort, ConversationsPort } from "../hermes-ports.ts";
import { defineServerTool } from "../server-tool.ts";
import type { ServerTool } from "../server-tool.ts";
import { permissionShape, showPermission } from "./shown-permission.ts";

const maxListed = 100;

/** Questions for permission that wait for an answer. */
export function permissionTools(
  approvals: ApprovalsPort,
  conversations: Pick<ConversationsPort, "get">,
): readonly ServerTool[] {
  return [
    defineServerTool({
      name: "permissions_list_open",
      title: "Open questions for permission",
      description: "What Hermes wants to do and may not without a yes, the oldest first.",
      input: z.object({
        conversation_id: z.string().min(1).max(200).optional().describe("Only of this one."),
      }),
      output: z.object({ permissions: z.array(permissionShape()), omitted: z.int().optional() }),
      async run({ conversation_id }) {
        const within = conversation_id === undefined ? undefined : await conversations.get(conversation_id);
        const open = await approvals.listOpen(within?.id);
        const omitted = open.length - maxListed;
        return {
          permissions: open.slice(0, maxListed).map(showPermission),
          ...(omitted > 0 ? { omitted } : {}),
        };
      },
    }),
    defineServerTool({
      name: "permissions_respond",
      title: "Answer a question for permission",
      description:
        "Answers one question of permissions_list_open. Only for what the person decided: show it to them first. The first answer holds. A turn of ask_hermes that waited goes on when ask_hermes is called with its conversation and no prompt.",
      input: z.object({
        id: z.string().min(1).max(100),
        decision: z.enum(["allow-once", "allow-always", "deny"]),
      }),
      output: z.object({ id: z.string(), decision: z.string(), conversation_id: z.string() }),
      does: "acts",
      async run({ id, decision }) {
        const { conversationId } = await approvals.answer(id, decision);
        return { id, decision, conversation_id: conversationId };
      },
    }),
  ];
}
