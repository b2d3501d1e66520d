import { HermesError } from "@hermes/registry";
import { z } from "zod";
import type { ChannelsPort, ConversationsPort } from "../hermes-ports.ts";
import { defineServerTool } from "../server-tool.ts";
import type { ServerTool } from "../server-tool.ts";

const prefix = "conversation:";

/** Saying something: on a chat platform, or to the agent of a conversation. */
export function sendingTools(
  conversations: Pick<ConversationsPort, "get" | "tell">,
  channels: ChannelsPort | undefined,
): readonly ServerTool[] {
  return [
    defineServerTool({
      name: "channels_list",
      title: "Channels",
      description: "Where messages_send can send to. Any conversation is a target too, as conversation:<id>.",
      input: z.object({}),
      output: z.object({
        channels: z.array(z.object({ target: z.string(), platform: z.string(), name: z.string() })),
        note: z.string().optional(),
      }),
      async run() {
        if (channels === undefined)
          return { channels: [], note: "No chat platform is connected to this server." };
        const found = await channels.list();
        return {
          channels: found.slice(0, 1_000).map(({ target, platform, name }) => ({ target, platform, name })),
        };
      },
    }),
    defineServerTool({
      name: "messages_send",
      title: "Send a message",
      description:
        "Sends a text to a channel of channels_list, or tells it to the agent of a conversation (conversation:<id>), which reads it at its next step.",
      input: z.object({
        target: z
          .string()
          .min(1)
          .max(300)
          .describe("Such as conversation:<id>, or a target of channels_list."),
        message: z.string().min(1).max(20_000),
      }),
      output: z.object({ sent: z.enum(["delivered", "queued"]), target: z.string() }),
      does: "acts",
      async run({ target, message }, { signal }) {
        if (target.startsWith(prefix)) {
          const { id } = await conversations.get(target.slice(prefix.length));
          await conversations.tell(id, message);
          return { sent: "queued" as const, target: `${prefix}${id}` };
        }
        if (channels === undefined) throw noChannels();
        await channels.send(target, message, { signal });
        return { sent: "delivered" as const, target };
      },
    }),
  ];
}

function noChannels(): HermesError {
  return new HermesError("No chat platform is connected to this server.", {
    code: "MCP_NO_CHANNELS",
    hint: "Send to a conversation: conversation:<id>, with an id of conversations_list.",
  });
}
