import type { AgentInput } from "../turn/turn-input.ts";

/** What goes through a controller is what a person types: what they mention is attached. */
export const typed = { mentions: true } as const;

/** Undefined: the turn that waits for an approval. */
export interface Step {
  readonly input: AgentInput | undefined;
  /** It was said before, with what it mentions. @default false */
  readonly again?: boolean | undefined;
}

/** Something that waits for the end of the turn. */
export interface QueuedInput extends Step {
  readonly input: AgentInput;
  /** As it is shown. */
  readonly text: string;
}

export function queuedInput(input: AgentInput): QueuedInput {
  if (typeof input === "string") return { input, text: input };
  const content = "content" in input ? input.content : input;
  return { input, text: content.map((part) => (part.type === "text" ? part.text : "")).join(" ") };
}
