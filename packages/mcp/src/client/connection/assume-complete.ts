import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/**
 * A result of 2026-07-28 that does not say of which type it is counts as complete (SEP-2322). The SDK would throw it away, when its
 * tool has already run.
 *
 * @param transport Connected: its messages are received.
 */
export function assumeComplete(transport: Transport): void {
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) => deliver?.(withType(message), extra);
}

function withType(message: JSONRPCMessage): JSONRPCMessage {
  if (!("result" in message) || "resultType" in message.result) return message;
  return { ...message, result: { ...message.result, resultType: "complete" } };
}
