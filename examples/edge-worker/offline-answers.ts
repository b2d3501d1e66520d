import type { ServerFunction } from "@hermes/models/testing";

/** Looks at the clock first, then answers. */
export const answer: ServerFunction = ({ body }) => {
  const messages = body["messages"] as readonly { role: string; content: unknown }[];
  const last = messages.at(-1);
  return last?.role === "tool"
    ? { text: `The clock says ${String(last.content)}.` }
    : { calls: [{ name: "time_in", arguments: { zone: "Europe/Lisbon" } }] };
};
