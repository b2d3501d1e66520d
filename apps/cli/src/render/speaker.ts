export interface Speaker {
  readonly role: "user" | "assistant" | "tool";
  readonly toolName?: string | undefined;
}

/** Who says a message, in the words of the person who reads. */
export function speakerOf({ role, toolName }: Speaker): string {
  if (role === "user") return "you";
  return role === "assistant" ? "hermes" : (toolName ?? "tool");
}
