// A server over stdio, as its one argument says: a folder whose files change it while it runs.
// tools.json: its tools; starts.log: a line for each start; calls.log: a line for each call; `stop`: it ends.
import { appendFileSync, existsSync, readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const folder = process.argv[2];
const read = (name) => readFileSync(join(folder, name), "utf8");
const tools = () => JSON.parse(read("tools.json"));
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const log = (name, line) => {
  try {
    appendFileSync(join(folder, name), `${line}\n`);
  } catch {
    // In a jail it may not write.
  }
};
const asked = new Map();
let ids = 1_000;
const ask = (method, params) =>
  new Promise((resolve) => {
    asked.set(++ids, resolve);
    send({ id: ids, method, params });
  });

log("starts.log", "start");
let last = read("tools.json");
watch(folder, () => {
  if (existsSync(join(folder, "stop")) && read("stop") !== "") process.exit(1);
  const now = read("tools.json");
  if (now === last || now === "") return;
  last = now;
  send({ method: "notifications/tools/list_changed" });
});

async function call({ name, arguments: args }) {
  log("calls.log", `${name} ${JSON.stringify(args)}`);
  const text = (value) => ({ content: [{ type: "text", text: value }] });
  if (name === "picture")
    return {
      content: [
        {
          type: "image",
          mimeType: "image/png",
          data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        },
        { type: "text", text: "A dot." },
      ],
    };
  if (name === "sound") return { content: [{ type: "audio", mimeType: "audio/wav", data: "UklGRg==" }] };
  if (name === "fail") return { ...text("No such issue."), isError: true };
  if (name === "form") {
    const answer = await ask("elicitation/create", {
      message: "Where to?",
      requestedSchema: {
        type: "object",
        properties: {
          city: { type: "string", title: "City" },
          fast: { type: "boolean", title: "Fast?" },
          secret: args.secret ? { type: "string", format: "password" } : { type: "string", title: "Note" },
        },
        required: ["city"],
      },
    });
    return text(JSON.stringify(answer.result ?? answer.error));
  }
  if (name === "think") {
    const answer = await ask("sampling/createMessage", {
      messages: [{ role: "user", content: { type: "text", text: "What is six by seven?" } }],
      maxTokens: 50_000,
    });
    return text(JSON.stringify(answer.result ?? answer.error));
  }
  return text(`${name}: ${JSON.stringify(args)}`);
}

async function hear(line) {
  const message = JSON.parse(line);
  const { id, method, params = {} } = message;
  if (method === undefined) return asked.get(id)?.(message);
  if (id === undefined) return;
  const prompts = [
    {
      name: "review",
      description: "Reviews it.",
      arguments: [{ name: "file", required: true }, { name: "tone" }],
    },
  ];
  const answers = {
    initialize: () => ({
      protocolVersion: "2025-11-25",
      capabilities: { tools: { listChanged: true }, prompts: {}, resources: {} },
      serverInfo: { name: "tool-server", version: "1.0.0" },
    }),
    ping: () => ({}),
    "tools/list": () => ({ tools: tools() }),
    "prompts/list": () => ({ prompts }),
    "resources/list": () => ({ resources: [{ uri: "note://one", name: "one" }] }),
    "resources/templates/list": () => ({ resourceTemplates: [] }),
    "resources/read": () => ({ contents: [{ uri: params.uri, text: "Read me." }] }),
    "prompts/get": () => ({
      messages: [
        { role: "user", content: { type: "text", text: `Review ${JSON.stringify(params.arguments)}.` } },
      ],
    }),
    "tools/call": () => call(params),
  };
  const answer = answers[method];
  if (answer === undefined) return send({ id, error: { code: -32601, message: "Method not found" } });
  send({ id, result: await answer() });
}

createInterface({ input: process.stdin })
  .on("line", (line) => {
    hear(line).catch((error) => process.stderr.write(`${error}\n`));
  })
  .on("close", () => process.exit(0));
