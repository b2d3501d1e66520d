import { HermesError } from "@hermes/registry";

export function noMessage(conversationId: string, messageId: number | undefined): HermesError {
  return new HermesError(`The conversation ${conversationId} has no message ${messageId ?? ""}.`, {
    code: "MCP_NO_MESSAGE",
    hint: "Take an id from messages_read of the same conversation.",
  });
}
