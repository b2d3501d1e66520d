import { z } from "zod";
import { clipText } from "../clip-text.ts";
import type { OpenPermission } from "../hermes-ports.ts";
import { isoTime } from "./shown-conversation.ts";

/** A question for permission as clients see it. */
export interface ShownPermission {
  id: string;
  conversation_id: string;
  tool: string;
  action: string;
  summary: string;
  reason: string;
  findings: string[];
  diff?: string | undefined;
  always_allows?: string | undefined;
  asked_at: string;
  expires_at?: string | undefined;
}

export function permissionShape(): z.ZodType<ShownPermission> {
  return z.object({
    id: z.string(),
    conversation_id: z.string(),
    tool: z.string(),
    action: z.string(),
    summary: z.string().describe("What would happen: the command, or the path that would be written."),
    reason: z.string().describe("Why it is asked."),
    findings: z.array(z.string()),
    diff: z.string().optional(),
    always_allows: z
      .string()
      .optional()
      .describe("The rule that allow-always would keep. Without one, it holds for the conversation."),
    asked_at: z.string().describe("ISO 8601, UTC."),
    expires_at: z.string().optional(),
  });
}

export function showPermission(permission: OpenPermission): ShownPermission {
  const { diff, rule, expiresAt } = permission;
  return {
    id: permission.id,
    conversation_id: permission.conversationId,
    tool: permission.tool,
    action: permission.action,
    summary: clipText(permission.summary, 10_000),
    reason: permission.reason,
    findings: [...permission.findings],
    ...(diff === undefined ? {} : { diff: clipText(diff, 20_000) }),
    ...(rule === undefined ? {} : { always_allows: rule }),
    asked_at: isoTime(permission.askedAt),
    ...(expiresAt === undefined ? {} : { expires_at: isoTime(expiresAt) }),
  };
}
