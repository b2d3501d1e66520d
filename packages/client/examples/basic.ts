import { createClient } from "@hermes/client";

const [baseUrl = "http://127.0.0.1:8642", token = ""] = process.argv.slice(2);
const client = createClient({ baseUrl, token });

// A turn: its events come once each, also where the connection breaks in between.
for await (const { event } of client.run({ input: "Name an animal." })) {
  if (event.type === "text-delta") process.stdout.write(event.text);
  if (event.type === "approval-request")
    await client.answerApproval({ params: { id: event.request.id }, body: { decision: "once" } });
}

const { items } = await client.listSessions({ query: { limit: 5 } });
process.stdout.write(`\n${items.length} session, the last one "${items[0]?.title}"\n`);
