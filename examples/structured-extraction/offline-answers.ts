// What the server on this machine answers: it reads the requests of three protocols, but no invoices.
import type { ServerFunction } from "@hermes/models/testing";

export const invoice = {
  number: "2026-117",
  supplierId: "nordwind-cables",
  items: [
    { text: "Copper wire, 200 m", amount: 180 },
    { text: "Delivery", amount: 19.5 },
  ],
  total: 199.5,
  currency: "EUR",
};

export const answer: ServerFunction = ({ body }) => {
  const text = JSON.stringify(body);
  if (!/"(function_call_output|tool_result|tool)"/.test(text.slice(text.indexOf("Read this invoice."))))
    return { calls: [{ name: "supplier_id", arguments: { name: "Nordwind Cables" } }] };
  // A model that takes no schemas is made to call a tool whose arguments are the answer.
  const names = (body["tools"] as readonly { name?: string; function?: { name: string } }[] | undefined)
    ?.map((tool) => tool.function?.name ?? tool.name ?? "")
    .filter((name) => name !== "supplier_id");
  const final = names?.[0];
  return final === undefined
    ? { text: JSON.stringify(invoice) }
    : { calls: [{ name: final, arguments: invoice }] };
};
