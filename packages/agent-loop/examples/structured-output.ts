// An answer as data: checked by a schema, typed by it, and shown while it comes.
import { Agent, scripted, z } from "@hermes/agent-loop";

const invoice = z.object({
  number: z.string(),
  items: z.array(z.object({ what: z.string(), cents: z.int() })),
});

// A model that follows a script, so that this runs offline. It gives no number at first: it is told so, once.
const items = [
  { what: "Paper", cents: 450 },
  { what: "Ink", cents: 1_900 },
];
const model = scripted(
  [{ text: JSON.stringify({ items }) }, { text: JSON.stringify({ number: "2026-17", items }) }],
  { takesOutputSchemas: true, deltaChars: 30 },
);
const agent = new Agent({ model });

for await (const event of agent.run("Invoice 2026-17: paper for 4.50 and ink for 19.", { output: invoice })) {
  if (event.type === "output-delta") console.log("so far", JSON.stringify(event.value));
  if (event.type === "turn-end" && event.output !== undefined) {
    const { number, items: all } = event.output;
    console.log(
      number,
      all.reduce((sum, { cents }) => sum + cents, 0),
    );
  }
}
