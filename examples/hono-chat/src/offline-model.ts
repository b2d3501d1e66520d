import { type Model, scripted } from "@hermes/agent-loop";

const hello =
  "This is a scripted model: there is no key. Ask where order 7 is, or ask for a refund of order 7. ";

/** A model without a key or a network: what it says depends on the last message alone. */
export function offlineModel(): Model {
  const delayMs = Number(process.env.DELAY_MS ?? 40);
  return scripted(({ messages, tools }) => {
    const last = messages.at(-1);
    const text = JSON.stringify(last?.content ?? "").toLowerCase();
    const status = tools.find(({ description }) => description === "Where an order is.")?.name ?? "none";
    if (last?.role === "tool")
      return { text: text.includes("refunded") ? "Paid back." : "It comes in two days.", delayMs };
    if (text.includes("refund"))
      return {
        text: "I will ask for it. ",
        calls: [{ name: "refund", arguments: { order: "7", euros: 20 } }],
      };
    if (text.includes("order")) return { calls: [{ name: status, arguments: { order: "7" } }] };
    if (text.includes("story"))
      return { chunks: Array.from({ length: 60 }, (_, at) => `word${at} `), delayMs };
    return { text: hello, delayMs };
  });
}
