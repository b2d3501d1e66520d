import { defineTool, z } from "@hermes/agent-loop";
import type { AgentOptions, Tool } from "@hermes/agent-loop";
import { scripted } from "@hermes/models";

export const person: z.ZodObject<{ age: z.ZodInt }> = z.object({ age: z.int() });

function tool(name: string): Tool {
  return defineTool({
    name,
    toolset: "test",
    description: `Does ${name}.`,
    input: z.object({}),
    execute: async () => ({ done: name }),
  });
}

/** What the program was before. */
export const before = (): AgentOptions => ({
  model: scripted([{ calls: [{ id: "o1", name: "old" }] }, { text: "Done." }]),
  prompt: "You are v1.",
  tools: [tool("old"), tool("look")],
});

/** Options of an agent whose turn has many entries; the model goes by what the history says. */
export const turns: Readonly<Record<"adopt" | "repair", () => AgentOptions>> = {
  /** New prompt and tools on an old session, with calls of a tool that is there and of one that is gone. */
  adopt: () => ({
    model: scripted(({ messages }) => {
      const asked = messages.findLastIndex(({ role }) => role === "user");
      if (messages.slice(asked).some(({ role }) => role === "tool")) return { text: "All is done." };
      return {
        text: "I look.",
        calls: [
          { id: `l${messages.length}`, name: "look" },
          { id: `m${messages.length}`, name: "old" },
        ],
      };
    }),
    prompt: "You are v2.",
    tools: [tool("look"), tool("find")],
    onChangedHead: "adopt",
  }),
  /** Asked for `person`: data that does not fit at the first try. */
  repair: () => ({
    model: scripted(({ messages }) => {
      const tries = JSON.stringify(messages).includes("not of the form");
      return { calls: [{ name: "final_answer", arguments: tries ? '{"age":36}' : '{"age":"old"}' }] };
    }),
  }),
};
