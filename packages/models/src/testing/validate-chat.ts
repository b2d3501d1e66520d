import { isRecord, type JsonRecord } from "../transport/json-fields.ts";
import { Problems, requestOf } from "./validation.ts";

/**
 * What Chat Completions would refuse in a request, or the templates of local models behind it. Empty: nothing.
 *
 * @param body Bytes, text, or data.
 */
export function validateChatRequest(body: unknown): string[] {
  const problems = new Problems();
  const request = requestOf(body, problems);
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
      problems.expect(waiting.includes(id), place, "answers no call of the message before it");
      waiting = waiting.filter((other) => other !== id);
    } else {
      problems.expect(waiting.length === 0, place, `comes before the results of ${waiting.join(", ")}`);
      waiting = role === "assistant" ? checkCalls(message, place, problems) : [];
      ids.push(...waiting);
    }
    checkTurn(role, { before, index, place, last: index === messages.length - 1 }, problems);
    checkMessage(role, message, place, problems);
    before = role;
  }
  problems.cacheMarks(messages);
  problems.expect(waiting.length === 0, "messages", `end without the results of ${waiting.join(", ")}`);
  problems.unique(ids, "ids of calls");
  checkTools(request, problems);
  checkFormat(request, problems);
  problems.sampling(request, {
    temperature: "temperature",
    topP: "top_p",
    seed: "seed",
    stop: "stop",
    maxStops: 4,
  });
  problems.tokens(request["max_tokens"], "max_tokens");
  problems.tokens(request["max_completion_tokens"], "max_completion_tokens");
  return problems.found;
}

interface Turn {
  readonly before: string;
  readonly index: number;
  readonly place: string;
  readonly last: boolean;
}

function checkTurn(role: string, { before, index, place, last }: Turn, problems: Problems): void {
  const first = index === 0 || (index === 1 && before === "system");
  problems.expect(role !== "system" || index === 0, place, "is a system message within the conversation");
  problems.expect(
    !first || role === "user" || role === "system",
    place,
    `begins the conversation as ${role}`,
  );
  problems.expect(role !== "assistant" || before !== "assistant", place, "follows another answer");
  problems.expect(!last || role === "user" || role === "tool", place, `ends the conversation as ${role}`);
}

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  system: ["role", "content"],
  user: ["role", "content"],
  assistant: ["role", "content", "tool_calls", "reasoning_content", "reasoning_details"],
  tool: ["role", "content", "tool_call_id"],
};

function checkMessage(role: string, message: JsonRecord, place: string, problems: Problems): void {
  const fields = fieldsOf[role];
  problems.expect(fields !== undefined, place, `has an unknown role ${role}`);
  problems.keys(message, fields ?? [], place);
  const { content } = { content: message["content"] };
  if (role === "assistant" && content === null) {
    problems.expect(Array.isArray(message["tool_calls"]), place, "says and calls nothing");
  } else if (Array.isArray(content)) checkParts(role, content, place, problems);
  else problems.text(content, `${place}.content`);
}

function checkParts(role: string, parts: readonly unknown[], place: string, problems: Problems): void {
  problems.expect(parts.length > 0 && role !== "assistant", place, "has a content that is no text");
  for (const [index, value] of parts.entries()) {
    const at = `${place}.content[${index}]`;
    const part = problems.record(value, at) ?? {};
    if (part["type"] === "text") {
      problems.keys(part, ["type", "text", "cache_control"], at);
      problems.text(part["text"], `${at}.text`);
    } else {
      const kind = String(part["type"]);
      const fine = (kind === "image_url" || kind === "file") && role === "user";
      problems.expect(fine, at, `is a ${kind} in a ${role} message`);
      if (kind === "file") checkFile(problems.record(part["file"], `${at}.file`) ?? {}, at, problems);
      else {
        const { url } = { ...problems.record(part["image_url"], `${at}.image_url`) };
        if (String(url).startsWith("data:")) problems.dataUrl(url, `${at}.image_url.url`);
        else problems.webUrl(url, `${at}.image_url.url`);
      }
    }
  }
}

function checkFile(file: JsonRecord, at: string, problems: Problems): void {
  if (file["file_id"] !== undefined) {
    problems.keys(file, ["file_id"], at);
    return problems.text(file["file_id"], `${at}.file_id`);
  }
  problems.keys(file, ["filename", "file_data"], at);
  problems.text(file["filename"], `${at}.filename`);
  if (String(file["file_data"]).startsWith("data:"))
    problems.dataUrlOf(file["file_data"], /^application\/pdf$/, `${at}.file_data`);
  else problems.webUrl(file["file_data"], `${at}.file_data`);
}

function checkFormat(request: JsonRecord, problems: Problems): void {
  if (request["response_format"] === undefined) return;
  const format = problems.record(request["response_format"], "response_format") ?? {};
  problems.expect(format["type"] === "json_schema", "response_format", "is no schema");
  const { name, strict, schema } = { ...problems.record(format["json_schema"], "json_schema") };
  problems.name(name, "json_schema.name");
  problems.expect(typeof strict === "boolean", "json_schema.strict", "is not said");
  problems.record(schema, "json_schema.schema");
}

function checkCalls(message: JsonRecord, place: string, problems: Problems): string[] {
  if (message["tool_calls"] === undefined) return [];
  const ids: string[] = [];
  for (const [index, value] of problems.list(message["tool_calls"], `${place}.tool_calls`).entries()) {
    const at = `${place}.tool_calls[${index}]`;
    const call = problems.record(value, at) ?? {};
    problems.keys(call, ["id", "type", "function"], at);
    problems.expect(call["type"] === "function", at, "is no function call");
    const definition = problems.record(call["function"], `${at}.function`) ?? {};
    problems.name(definition["name"], `${at}.function.name`);
    problems.argumentsText(definition["arguments"], `${at}.function.arguments`);
    ids.push(problems.callId(call["id"], `${at}.id`));
  }
  return ids;
}

function checkTools(request: JsonRecord, problems: Problems): void {
  if (request["tools"] === undefined) {
    problems.expect(request["tool_choice"] === undefined, "tool_choice", "is there without tools");
    return;
  }
  const names: unknown[] = [];
  for (const [index, value] of problems.list(request["tools"], "tools").entries()) {
    const at = `tools[${index}]`;
    const tool = problems.record(value, at) ?? {};
    problems.expect(tool["type"] === "function", at, "is no function");
    const definition = isRecord(tool["function"]) ? tool["function"] : {};
    problems.name(definition["name"], `${at}.function.name`);
    problems.schema(definition["parameters"], `${at}.function.parameters`);
    names.push(definition["name"]);
  }
  problems.unique(names, "tools");
  const choice = request["tool_choice"];
  if (!isRecord(choice)) {
    const fine = choice === undefined || choice === "none" || choice === "auto" || choice === "required";
    return problems.expect(fine, "tool_choice", `is ${String(choice)}`);
  }
  problems.expect(choice["type"] === "function", "tool_choice", "is no function");
  problems.chosenTool(problems.record(choice["function"], "tool_choice")?.["name"], names, "tool_choice");
}
