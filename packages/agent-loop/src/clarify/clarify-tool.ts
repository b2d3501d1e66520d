import { defineTool, toolError } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import type { Clarifier } from "./clarifier.ts";

const description = `Ask the user one question and wait for the answer. Use it when the task can be understood in ways that lead to different work and you cannot find out yourself; not for permission, and not for what a sensible default settles. Offer choices where you can.`;

/** The tool that asks the person. Without a clarifier (outside of a session) it answers an error. */
export function createClarifyTool(clarifier: Clarifier | undefined): Tool {
  const input = z.object({
    question: z.string().min(1).describe("One question, with what the user needs to know to answer it."),
    choices: z.array(z.string().min(1)).max(6).default([]).describe("Up to 6 answers to choose from."),
    allow_freetext: z.boolean().default(true).describe("Whether the user may answer in own words."),
  });
  return defineTool({
    name: "clarify",
    toolset: "clarify",
    audience: "person",
    description,
    emoji: "❓",
    action: { name: "person.ask", summary: "ask the person", readOnly: true },
    concurrency: "exclusive",
    input,
    async execute({ question, choices, allow_freetext }, { signal }) {
      if (clarifier === undefined)
        return toolError("Nobody can be asked here: clarify works within a conversation only.");
      if (choices.length === 0 && !allow_freetext) {
        return toolError("There is nothing to choose from.", {
          hint: "Give choices, or set allow_freetext to true.",
        });
      }
      const asked = await clarifier({ question, choices, allowFreetext: allow_freetext }, { signal });
      if (asked.answered) return { question, choices, answer: asked.answer };
      const next = "Choose what is most sensible yourself, and say in your answer what you assumed.";
      return { question, choices, answer: null, reason: asked.reason, next };
    },
    detail: ({ question }) => question,
  });
}
