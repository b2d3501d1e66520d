import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { clipText } from "../clip-text.ts";
import type { AgentPort } from "../hermes-ports.ts";
import { defineServerTool } from "../server-tool.ts";
import type { ServerTool } from "../server-tool.ts";

export interface AskToolOptions {
  readonly agent: AgentPort;
  /** How many turns run at once. */
  readonly maxTurns: number;
}

/** A turn of the agent. */
export function askTool({ agent, maxTurns }: AskToolOptions): ServerTool {
  let running = 0;
  return defineServerTool({
    name: "ask_hermes",
    title: "Ask Hermes",
    description:
      "Gives Hermes a task in a conversation of its own, or in one that is named, and waits for the answer. Hermes works with its own tools, in the folder where this server was started. What needs a permission ends the turn as awaiting-approval: after permissions_respond, call this again with the conversation and without a prompt.",
    input: z.object({
      prompt: z.string().min(1).max(200_000).optional().describe("Absent: a turn that waited goes on."),
      session: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe("The conversation_id to go on with. Absent: a new one."),
    }),
    output: z.object({
      conversation_id: z.string(),
      answer: z.string(),
      reason: z
        .string()
        .describe("Why the turn ended: answered, awaiting-approval, interrupted, spend-limit, …"),
      note: z.string().optional(),
      awaiting: z.array(z.string()).optional().describe("Ids for permissions_respond."),
    }),
    does: "acts",
    async run({ prompt, session }, { signal, progress }) {
      if (prompt === undefined && session === undefined) throw nothingAsked();
      if (running >= maxTurns) throw tooManyTurns(running);
      running += 1;
      try {
        const asked = { prompt, conversationId: session, signal, progress };
        const { conversationId, text, reason, note, awaiting } = await agent.ask(asked);
        return {
          conversation_id: conversationId,
          answer: clipText(text, 200_000),
          reason,
          ...(note === undefined ? {} : { note }),
          ...(awaiting.length === 0 ? {} : { awaiting: [...awaiting] }),
        };
      } finally {
        running -= 1;
      }
    },
  });
}

function nothingAsked(): HermesError {
  return new HermesError("There is neither a prompt nor a conversation to go on with.", {
    code: "MCP_NOTHING_ASKED",
    hint: "Give a prompt, or the session whose turn waited.",
  });
}

function tooManyTurns(running: number): HermesError {
  return new HermesError(`Hermes works on ${running} turns of this server already.`, {
    code: "MCP_TOO_MANY_TURNS",
    hint: "Wait until one of them has ended.",
  });
}
