import { isRecord, type JsonRecord } from "../transport/json-fields.ts";
import { Problems, requestOf } from "./validation.ts";

/**
 * What Ollama's own chat would refuse, or misunderstand, in a request. Empty: nothing.
 *
 * @param body Bytes, text, or data.
 */
export function validateOllamaRequest(body: unknown): string[] {
  const problems = new Problems();
  const request = requestOf(body, problems);
  const fields = ["model", "stream", "truncate", "shift", "messages", "tools", "format", "think", "options"];
  problems.keys(request, fields, "body");
  const messages = problems.list(request["messages"], "messages");
  const ids: string[] = [];
  let waiting: string[] = [];
  let before = "nobody";
  for (const [index, value] of messages.entries()) {
    const place = `messages[${index}]`;
    const message = problems.record(value, place) ?? {};
    const role = String(message["role"]);
    if (role === "tool") {
      const id = problems.callId(message["tool_call_id"], `${place}.tool_call_id`);
      problems.expect(waiting[0] === id, place, "is not the result of the next call");
      waiting = waiting.slice(1);
    } else {
      problems.expect(waiting.length === 0, place, `comes before the results of ${waiting.join(", ")}`);
      waiting = role === "assistant" ? checkCalls(message, place, problems) : [];
      ids.push(...waiting);
    }
    problems.expect(role !== "system" || index === 0, place, "is a system message within the conversation");
    problems.expect(role !== "assistant" || before !== "assistant", place, "follows another answer");
    problems.expect(
      role !== "assistant" || (before !== "nobody" && before !== "system"),
      place,
      "comes first",
    );
    checkMessage(role, message, place, problems);
    before = role;
  }
  problems.expect(waiting.length === 0, "messages", `end without the results of ${waiting.join(", ")}`);
  problems.expect(before === "user" || before === "tool", "messages", `end with ${before}`);
  problems.unique(ids, "ids of calls");
  checkTools(request, problems);
  const options = problems.record(request["options"], "options") ?? {};
  problems.keys(options, "num_ctx num_predict temperature top_p seed stop".split(" "), "options");
  problems.sampling(options, { temperature: "temperature", topP: "top_p", seed: "seed", stop: "stop" });
  if (request["format"] !== undefined) problems.record(request["format"], "format");
  problems.tokens(options["num_ctx"], "options.num_ctx");
  problems.tokens(options["num_predict"], "options.num_predict");
  return problems.found;
}

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  system: ["role", "content"],
  user: ["role", "content", "images"],
  assistant: ["role", "content", "thinking", "tool_calls"],
  tool: ["role", "content", "tool_name", "tool_call_id"],
};

function checkMessage(role: string, message: JsonRecord, place: string, problems: Problems): void {
  problems.expect(fieldsOf[role] !== undefined, place, `has an unknown role ${role}`);
  problems.keys(message, fieldsOf[role] ?? [], place);
  const holdsMore = Array.isArray(message["images"]) || Array.isArray(message["tool_calls"]);
  if (holdsMore) problems.expect(typeof message["content"] === "string", `${place}.content`, "is no text");
  else problems.text(message["content"], `${place}.content`);
  if (message["images"] === undefined) return;
  for (const image of problems.list(message["images"], `${place}.images`))
    problems.dataUrl(`data:image/png;base64,${String(image)}`, `${place}.images`);
}

function checkCalls(message: JsonRecord, place: string, problems: Problems): string[] {
  if (message["tool_calls"] === undefined) return [];
  return problems.list(message["tool_calls"], `${place}.tool_calls`).map((value, index) => {
    const at = `${place}.tool_calls[${index}]`;
    const call = problems.record(value, at) ?? {};
    const definition = problems.record(call["function"], `${at}.function`) ?? {};
    problems.name(definition["name"], `${at}.function.name`);
    problems.record(definition["arguments"], `${at}.function.arguments`);
    return problems.callId(call["id"], `${at}.id`);
  });
}

function checkTools(request: JsonRecord, problems: Problems): void {
  if (request["tools"] === undefined) return;
  const names: unknown[] = [];
  for (const [index, value] of problems.list(request["tools"], "tools").entries()) {
    const tool = problems.record(value, `tools[${index}]`) ?? {};
    const definition = isRecord(tool["function"]) ? tool["function"] : {};
    problems.name(definition["name"], `tools[${index}].function.name`);
    problems.schema(definition["parameters"], `tools[${index}].function.parameters`);
    names.push(definition["name"]);
  }
  problems.unique(names, "tools");
}
