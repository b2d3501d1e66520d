import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { refusedAnswer } from "./refused-answer.ts";

/**
 * A transport over HTTP that tells of every message, and answers a request whose stream ended without an answer: the SDK would
 * wait for it until the time is up.
 */
export function watchTransport(inner: Transport, onHeard: () => void): Transport {
  const pending = new Set<number>();
  const watched: Transport = {
    start: () => inner.start(),
    send(message, options) {
      const id = "method" in message && "id" in message && typeof message.id === "number" ? message.id : undefined;
      if (id === undefined) return inner.send(message, options);
      pending.add(id);
      return inner.send(message, {
        ...options,
        onRequestStreamEnd: () => {
          options?.onRequestStreamEnd?.();
          if (pending.delete(id))
            watched.onmessage?.(refusedAnswer(id, "cut", "the connection ended before the answer"));
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
  inner.onmessage = (message: JSONRPCMessage, extra) => {
    onHeard();
    if (!("method" in message) && typeof message.id === "number") pending.delete(message.id);
    watched.onmessage?.(message, extra);
  };
  return watched;
}
