import { defineTool, toolError } from "@hermes/registry";
import type { Origin, Tool } from "@hermes/registry";
import { z } from "zod";
import type { ChatAddress } from "../platforms/platform.ts";
import { idOf } from "./chat-directory.ts";
import type { Delivery } from "./create-delivery.ts";

const description = `Send a message to a chat, or list the chats that can be written to. Not for the answer to the user: that reaches them by itself. Targets: origin (this chat), telegram (the home channel of the platform), telegram:123 or telegram:123:45 (chat, and thread), telegram:#name, all (every home channel), local (a file).`;

export interface SendMessageToolOptions {
  readonly delivery: Delivery;
  /** Whether a call may be made on behalf of somebody: who is no owner has this tool in no session anyway. */
  readonly mayUse: (origin: Origin) => Promise<boolean>;
}

/** The tool that writes to chats. Asked about like everything that leaves this machine. */
export function createSendMessageTool({ delivery, mayUse }: SendMessageToolOptions): Tool {
  const input = z.object({
    action: z.enum(["send", "list"]).default("send").describe("list: the chats that are known."),
    target: z.string().max(200).optional().describe("Where it goes; see above. Needed to send."),
    message: z
      .string()
      .max(50_000)
      .optional()
      .describe("Markdown. MEDIA:/absolute/path on a line of its own sends a file. Needed to send."),
  });
  return defineTool({
    name: "send_message",
    toolset: "messaging",
    audience: "person",
    rare: true,
    emoji: "📨",
    description,
    action: {
      of: [
        { name: "message.send", summary: "send a message to a chat" },
        { name: "message.list", summary: "list chats", readOnly: true },
      ],
      choose: ({ action }) => (action === "list" ? "message.list" : "message.send"),
    },
    // With the words: a yes is one to what is sent, and not to whatever goes there later.
    argument: ({ target = "", message = "" }) => ({ kind: "text", text: `${target} ${message}`.trim() }),
    needsApproval: ({ action, target }) => action === "send" && target?.trim() !== "origin",
    input,
    async execute({ action, target, message }, { origin, sessionId, callId }) {
      if (!(await mayUse(origin))) return toolError("Only the owner of this agent may have messages sent.");
      if (action === "list") {
        const chats = await delivery.directory.list();
        return {
          chats: chats.map(({ at, kind, name }) => ({ target: `${at.platform}:${idOf(at)}`, kind, name })),
        };
      }
      if (target === undefined || message === undefined)
        return toolError("A target and a message are needed.", { hint: "action: list shows the targets." });
      const result = await delivery.send({
        ...{ target, text: message, key: `${sessionId}:${callId}`, sessionId },
        origin: addressOf(origin),
      });
      if (result.type === "problem") return toolError(result.problem, { hint: result.hint });
      if (result.type === "kept") return { kept: result.path };
      return {
        queued: result.chats.map(({ at, name }) => ({ target: `${at.platform}:${idOf(at)}`, name })),
        ...(result.chats.every(({ isServed }) => isServed)
          ? {}
          : {
              note: "The gateway does not run: what it serves is sent when it starts.",
            }),
      };
    },
    detail: ({ action, target }) => (action === "list" ? "chats" : (target ?? "")),
  });
}

function addressOf({ platform, chatId, threadId }: Origin): ChatAddress | undefined {
  return chatId === undefined ? undefined : { platform, chatId, threadId };
}
