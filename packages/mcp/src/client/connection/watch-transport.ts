import type { JSONRPCMessage, MessageExtraInfo, Transport } from "@modelcontextprotocol/client";
import { inTurn } from "./in-turn.ts";
import { refusedAnswer, type Refusal } from "./refused-answer.ts";

/**
 * A transport over HTTP that tells of every message, and answers a request whose stream ended without an answer: the SDK would
 * wait for it until the time is up.
 */
export function watchTransport(
  inner: Transport,
  options: { readonly onHeard: () => void; readonly whyEnded: () => Refusal },
): Transport {
  const pending = new Set<number>();
  const watched: Transport = {
    start: () => inner.start(),
    send(message, sending) {
      const id =
        "method" in message && "id" in message && typeof message.id === "number" ? message.id : undefined;
      if (id === undefined) return inner.send(message, sending);
      pending.add(id);
      return inner.send(message, {
        ...sending,
        onRequestStreamEnd: () => {
          sending?.onRequestStreamEnd?.();
          if (pending.delete(id)) watched.onmessage?.(refusedAnswer(id, options.whyEnded()));
        },
      });
    },
    close: () => inner.close(),
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
    setSupportedProtocolVersions: (versions) => inner.setSupportedProtocolVersions?.(versions),
    ...(inner.hasPerRequestStream === undefined ? {} : { hasPerRequestStream: inner.hasPerRequestStream }),
    get sessionId() {
      return inner.sessionId;
    },
  };
  inner.onclose = () => watched.onclose?.();
  inner.onerror = (error) => watched.onerror?.(error);
  const deliver = inTurn((message: JSONRPCMessage, extra?: MessageExtraInfo) => {
    watched.onmessage?.(message, extra);
  });
  inner.onmessage = (message: JSONRPCMessage, extra) => {
    options.onHeard();
    if (!("method" in message) && typeof message.id === "number") pending.delete(message.id);
    deliver(message, extra);
  };
  return watched;
}
