import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { z } from "zod";
import { profileOf, type HonchoSession } from "./honcho-session.ts";

/** What a model can ask Honcho. None of them changes anything there. */
export function honchoTools(session: () => HonchoSession): readonly Tool[] {
  const toolset = "external_memory";
  return [
    defineTool({
      name: "honcho_profile",
      toolset,
      description: "Who the person is, as Honcho knows them from all conversations. Quick, without a model.",
      emoji: "🪪",
      readOnly: true,
      input: z.object({}),
      async execute() {
        return { profile: profileOf(await session().person.context({ maxConclusions: 40 })) };
      },
    }),
    defineTool({
      name: "honcho_search",
      toolset,
      description:
        "Finds what the person or you said about something in any conversation that Honcho was told of.",
      emoji: "🔎",
      readOnly: true,
      input: z.object({
        query: z.string().min(1).describe("Words or a question."),
        limit: z.int().min(1).max(50).optional().describe("Most messages; 10 without it."),
      }),
      async execute({ query, limit = 10 }) {
        const found = await session().person.search(query, { limit });
        return {
          messages: found.map(({ peerId, content, createdAt }) => ({ by: peerId, content, at: createdAt })),
        };
      },
      detail: ({ query }) => query,
    }),
    defineTool({
      name: "honcho_reasoning",
      toolset,
      description:
        "Asks Honcho a question about the person, which its model answers from all it knows: habits, plans, what they would prefer. Takes seconds; use honcho_search for what was said.",
      emoji: "💭",
      readOnly: true,
      input: z.object({ question: z.string().min(1) }),
      async execute({ question }) {
        const { person, session: chat } = session();
        return { answer: (await person.chat(question, { session: chat })) ?? "Honcho does not know." };
      },
      detail: ({ question }) => question,
    }),
  ];
}
