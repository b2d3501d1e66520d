// Plays a customer of the app beside it, as a page would, and prints what came of it. `library.bench.ts` starts it.
type Endpoint = (request: Request) => Promise<Response>;
const [contestant = "", rounds = "30"] = process.argv.slice(2);
// What a contestant exports is what its README says.
const { POST, GET } = (await import(`./${contestant}.ts`)) as {
  readonly POST: Endpoint;
  readonly GET: Endpoint;
};
const address = "http://127.0.0.1/api/chat";
let count = 0;

function post(body: object): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return POST(new Request(address, { method: "POST", headers, body: JSON.stringify(body) }));
}

function say(id: string, text: string): Promise<Response> {
  const message = { id: `m${++count}`, role: "user", parts: [{ type: "text", text }] };
  if (contestant === "pi") return post({ id, text });
  if (contestant === "ai-sdk") return post({ id, message });
  return post({ id, messages: [message], trigger: "submit-message" });
}

/** Events of a stream as they come. */
async function* eventsOf(response: Response): AsyncGenerator<Record<string, any>> {
  if (!response.ok || response.body === null) throw new Error(`${response.status}: ${await response.text()}`);
  let rest = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: {")) yield JSON.parse(line.slice(6));
  }
}

function textOf(event: Record<string, any>): string {
  const { type, delta, assistantMessageEvent } = event;
  if (type === "text-delta") return delta;
  return assistantMessageEvent?.type === "text_delta" ? assistantMessageEvent.delta : "";
}

async function readText(events: AsyncIterable<Record<string, any>>): Promise<string> {
  let text = "";
  for await (const event of events) text += textOf(event);
  return text;
}

async function askForRefund(id: string): Promise<string> {
  const toolCallId = "call_refund";
  const events = eventsOf(await say(id, "Please refund it."));
  if (contestant === "pi") {
    let text = "";
    for await (const event of events) {
      text += textOf(event);
      if (event["type"] === "tool_execution_start") {
        const callId = event["toolCallId"];
        // The hook that waits runs after this event.
        setTimeout(() => void post({ id, callId, approved: true }), 20);
      }
    }
    return text;
  }
  let messageId = "";
  let approval: Record<string, any> = {};
  for await (const event of events) {
    if (event["type"] === "start") messageId = event["messageId"];
    if (event["type"] === "tool-approval-request") approval = event;
  }
  const { approvalId, signature } = approval;
  if (approvalId === undefined) throw new Error("Nobody was asked.");
  const part = {
    ...{ type: "tool-refund", toolCallId, state: "approval-responded", input: { order: "7", euros: 20 } },
    approval: { id: approvalId, approved: true, ...(signature === undefined ? {} : { signature }) },
  };
  const message = { id: messageId, role: "assistant", parts: [{ type: "step-start" }, part] };
  const body =
    contestant === "ai-sdk" ? { id, message } : { id, messages: [message], trigger: "submit-message" };
  return await readText(eventsOf(await post(body)));
}

/** Milliseconds from a question to the first words of its answer. */
async function firstWordsMs(): Promise<number> {
  const startedAt = performance.now();
  const events = eventsOf(await say(`speed-${++count}`, "Hello."));
  let ms = 0;
  for await (const event of events) if (ms === 0 && textOf(event) !== "") ms = performance.now() - startedAt;
  return ms;
}

const status = await readText(eventsOf(await say("s1", "Where is order 7?")));
const refund = await askForRefund("s1");
const report = await (await GET(new Request(`${address}?id=s1`))).json();
const times: number[] = [];
for (let round = 0; round < Number(rounds); round++) times.push(await firstWordsMs());
process.stdout.write(`${JSON.stringify({ status, refund, report, times: times.slice(5) })}\n`);
process.exit(0);
