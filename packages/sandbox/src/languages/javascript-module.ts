import type { SandboxTool } from "../sandbox-tool.ts";
import { firstSentence, identifier, jsonTypes, parametersOf } from "./signatures.ts";

/** The module `hermes-tools` of a run: one async function a tool, which takes one object. */
export function javascriptModule(tools: readonly SandboxTool[]): string {
  return [runtime, ...tools.map(functionOf)].join("\n");
}

/** How the function of a tool is called, in one line. */
export function javascriptSignature(tool: SandboxTool): string {
  return `${identifier(tool.name)}(${argumentType(tool)})`;
}

function functionOf(tool: SandboxTool): string {
  const name = identifier(tool.name);
  const local = `tool_${name}`;
  return [
    `/**`,
    ` * ${firstSentence(tool.description).replaceAll("*/", "*∕")}`,
    ` * @param {${argumentType(tool)}} args`,
    ` */`,
    `const ${local} = (args = {}) => call(${JSON.stringify(tool.name)}, args);`,
    // A tool may be called like a word of the language.
    `export { ${local} as ${name} };`,
    ``,
  ].join("\n");
}

function argumentType(tool: SandboxTool): string {
  const fields = parametersOf(tool).map(({ name, schema, required }) => {
    const types = [...new Set(jsonTypes(schema).map((type) => scriptTypes[type] ?? "unknown"))];
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${key}${required ? "" : "?"}: ${types.join(" | ")}`;
  });
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

const scriptTypes: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  array: "unknown[]",
  object: "object",
  null: "null",
};

const runtime = `// Tools of Hermes. Each call gives what the tool returned; a failure is a ToolError.
import { connect } from "node:net";

export class ToolError extends Error {
  name = "ToolError";
}

/** settings.returnErrors = true gives {error} back instead of throwing. */
export const settings = { returnErrors: false };

/** Runs functions at the same time and gives their results in order. */
export function parallel(...calls) {
  const list = calls.length === 1 && Array.isArray(calls[0]) ? calls[0] : calls;
  return Promise.all(list.map((each) => (typeof each === "function" ? each() : each)));
}

const pending = new Map();
let socket;
let lastId = 0;
let parts = [];
let size = 0;
let wanted; // An answer whose large texts are still on their way.

function open() {
  socket = connect(process.env.HERMES_TOOLS_SOCKET);
  socket.write(JSON.stringify({ token: process.env.HERMES_TOOLS_TOKEN }) + "\\n");
  socket.on("data", receive);
  const lost = () => {
    socket = undefined;
    for (const { reject } of pending.values()) reject(new ToolError("The connection to Hermes is closed."));
    pending.clear();
  };
  socket.on("error", lost);
  socket.on("close", lost);
}

function call(tool, args) {
  if (socket === undefined) open();
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    if (pending.size === 0) socket.ref();
    pending.set(id, { resolve, reject });
    socket.write(JSON.stringify({ id, tool, args }) + "\\n");
  });
}

function receive(chunk) {
  let rest = chunk;
  while (rest.length > 0) {
    if (wanted !== undefined) {
      const missing = wanted.bytes - size;
      parts.push(rest.subarray(0, missing));
      size += Math.min(missing, rest.length);
      rest = rest.subarray(missing);
      if (size === wanted.bytes) finish(wanted.answer, take());
      continue;
    }
    const end = rest.indexOf(10);
    if (end < 0) {
      parts.push(rest);
      return;
    }
    parts.push(rest.subarray(0, end));
    rest = rest.subarray(end + 1);
    const answer = JSON.parse(take().toString());
    if (answer.blobs === undefined) finish(answer);
    else wanted = { answer, bytes: answer.blobs.reduce((sum, [, bytes]) => sum + bytes, 0) };
  }
}

function take() {
  const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts);
  parts = [];
  size = 0;
  wanted = undefined;
  return bytes;
}

function finish(answer, bytes) {
  let from = 0;
  for (const [path, length] of answer.blobs ?? []) {
    const text = bytes.toString("utf8", from, (from += length));
    let holder = answer;
    for (const key of ["result", ...path].slice(0, -1)) holder = holder[key];
    holder[path.at(-1) ?? "result"] = text;
  }
  const waiting = pending.get(answer.id);
  pending.delete(answer.id);
  // The process ends by itself when nothing is under way.
  if (pending.size === 0) socket?.unref();
  if ("result" in answer) waiting?.resolve(answer.result);
  else if (settings.returnErrors) waiting?.resolve({ error: answer.error });
  else waiting?.reject(new ToolError(answer.error));
}
`;
