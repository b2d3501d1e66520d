import { ModelError, scripted, withFallback } from "@hermes/models";

// Without a network: the first model has no credit left.
const spent = new ModelError("Add credit first.", {
  kind: "billing",
  provider: "one",
  model: "scripted",
  status: 402,
  retryable: false,
});
const model = withFallback([
  scripted([{ error: spent }]),
  scripted([{ text: "Here I am." }], { id: "stand-in" }),
]);

const request = {
  system: "",
  tools: [],
  messages: [{ role: "user" as const, content: [{ type: "text" as const, text: "Who answers?" }] }],
};
for await (const event of model.stream(request, { signal: new AbortController().signal })) {
  if (event.type === "switch") console.log(`${event.from.model}: ${event.cause}`);
  if (event.type === "finish") console.log(`${event.model} answered`);
}
