import { isRecord, type JsonRecord, listAt } from "../transport/json-fields.ts";
import { Problems, requestOf } from "./validation.ts";

/**
 * What Anthropic Messages would refuse in a request. Empty: nothing.
 *
 * @param body Bytes, text, or data.
 */
export function validateMessagesRequest(body: unknown): string[] {
  const problems = new Problems();
  const request = requestOf(body, problems);
  const messages = problems.list(request["messages"], "messages");
  const ids: string[] = [];
  let waiting: string[] = [];
  for (const [index, value] of messages.entries()) {
    const place = `messages[${index}]`;
    const message = problems.record(value, place) ?? {};
    problems.keys(message, ["role", "content"], place);
    const role = index % 2 === 0 ? "user" : "assistant";
    problems.expect(message["role"] === role, place, `is not of the ${role}`);
    const blocks = problems.list(message["content"], `${place}.content`).map((block, at) => {
      return problems.record(block, `${place}.content[${at}]`) ?? {};
    });
    checkBlocks(role, blocks, place, problems);
    checkResults(blocks, waiting, place, problems);
    waiting = blocks.filter((block) => block["type"] === "tool_use").map((block) => String(block["id"]));
    ids.push(...waiting);
  }
  problems.expect(messages.length % 2 === 1, "messages", "end with an answer");
  problems.unique(ids, "ids of calls");
  checkSystem(request, problems);
  checkTools(request, ids.length > 0, problems);
  checkThinking(request, messages, problems);
  checkSettings(request, problems);
  problems.cacheMarks(request["tools"], request["system"], messages);
  problems.expect(typeof request["max_tokens"] === "number", "max_tokens", "is missing");
  problems.tokens(request["max_tokens"], "max_tokens");
  return problems.found;
}

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  text: ["type", "text", "cache_control"],
  image: ["type", "source", "cache_control"],
  document: ["type", "source", "title", "cache_control"],
  tool_use: ["type", "id", "name", "input", "cache_control"],
  tool_result: ["type", "tool_use_id", "content", "is_error", "cache_control"],
  thinking: ["type", "thinking", "signature"],
  redacted_thinking: ["type", "data"],
};

const blocksOf: Readonly<Record<string, readonly string[]>> = {
  user: ["text", "image", "document", "tool_result"],
  assistant: ["text", "tool_use", "thinking", "redacted_thinking"],
};

function checkBlocks(role: string, blocks: readonly JsonRecord[], place: string, problems: Problems): void {
  let called = false;
  for (const [index, block] of blocks.entries()) {
    const at = `${place}.content[${index}]`;
    const type = String(block["type"]);
    problems.expect(blocksOf[role]?.includes(type) === true, at, `is a ${type} of the ${role}`);
    problems.keys(block, fieldsOf[type] ?? [], at);
    checkBlock(block, at, problems);
    problems.expect(!called || type === "tool_use", at, "follows a call in the same message");
    called ||= type === "tool_use";
  }
}

function checkBlock(block: JsonRecord, at: string, problems: Problems): void {
  switch (block["type"]) {
    case "text":
      problems.text(block["text"], `${at}.text`);
      break;
    case "image":
    case "document":
      checkSource(block, at, problems);
      break;
    case "tool_use":
      problems.callId(block["id"], `${at}.id`);
      problems.name(block["name"], `${at}.name`);
      problems.record(block["input"], `${at}.input`);
      break;
    case "tool_result":
      checkResultContent(block["content"], `${at}.content`, problems);
      break;
    case "thinking":
      problems.expect(typeof block["thinking"] === "string", at, "has no thinking");
      problems.text(block["signature"], `${at}.signature`);
      break;
    case "redacted_thinking":
      problems.text(block["data"], `${at}.data`);
      break;
  }
}

function checkSource(block: JsonRecord, at: string, problems: Problems): void {
  const source = problems.record(block["source"], `${at}.source`) ?? {};
  const isImage = block["type"] === "image";
  const url = `data:${String(source["media_type"])};base64,${String(source["data"])}`;
  switch (source["type"]) {
    case "base64":
      if (isImage) problems.dataUrl(url, `${at}.source`);
      else problems.dataUrlOf(url, /^application\/pdf$/, `${at}.source`);
      break;
    case "url":
      problems.webUrl(source["url"], `${at}.source`);
      break;
    case "file":
      problems.text(source["file_id"], `${at}.source`);
      break;
    default:
      problems.expect(source["type"] === "text" && !isImage, at, "is of no known source");
      problems.expect(source["media_type"] === "text/plain", at, "is no plain text");
  }
}

const maxTemperature = 1;

/** While the model thinks, it decides itself what it calls and how it chooses its words. */
function checkSettings(request: JsonRecord, problems: Problems): void {
  const thinks = isRecord(request["thinking"]);
  problems.sampling(request, {
    temperature: "temperature",
    topP: "top_p",
    stop: "stop_sequences",
    maxTemperature,
  });
  for (const field of ["seed", "stop"]) problems.expect(!(field in request), field, "is not known");
  problems.expect(
    !thinks || !("temperature" in request || "top_p" in request),
    "thinking",
    "has a temperature beside it",
  );
  problems.expect(
    !("temperature" in request && "top_p" in request),
    "top_p",
    "is there beside a temperature",
  );
  for (const text of listAt(request, "stop_sequences")) problems.text(text, "stop_sequences");
  const choice = isRecord(request["tool_choice"]) ? request["tool_choice"] : { type: "auto" };
  const { type, name } = choice;
  const forced = type === "any" || type === "tool";
  problems.expect(forced || type === "auto" || type === "none", "tool_choice", `is ${String(type)}`);
  problems.expect(!forced || !thinks, "tool_choice", "forces a call beside thinking");
  const names = listAt(request, "tools").map((tool) => (isRecord(tool) ? tool["name"] : undefined));
  if (type === "tool") problems.chosenTool(name, names, "tool_choice");
  const config = isRecord(request["output_config"]) ? request["output_config"] : {};
  problems.keys(config, ["effort", "format"], "output_config");
  if (config["format"] === undefined) return;
  const format = problems.record(config["format"], "output_config.format") ?? {};
  problems.keys(format, ["type", "schema"], "output_config.format");
  problems.expect(format["type"] === "json_schema", "output_config.format", "is no schema");
  problems.record(format["schema"], "output_config.format.schema");
}

function checkResultContent(content: unknown, at: string, problems: Problems): void {
  if (!Array.isArray(content)) return problems.text(content, at);
  for (const [index, value] of problems.list(content, at).entries()) {
    const block = problems.record(value, `${at}[${index}]`) ?? {};
    const fine = block["type"] === "text" || block["type"] === "image";
    problems.expect(fine, `${at}[${index}]`, "is neither text nor image");
    checkBlock(block, `${at}[${index}]`, problems);
  }
}

/** Results come first in the message after the calls, one for each. */
function checkResults(
  blocks: readonly JsonRecord[],
  calls: readonly string[],
  place: string,
  problems: Problems,
): void {
  const results = blocks.filter((block) => block["type"] === "tool_result");
  const ids = results.map((block) => String(block["tool_use_id"]));
  problems.unique(ids, `${place}: results`);
  for (const id of calls) problems.expect(ids.includes(id), place, `lacks the result of ${id}`);
  for (const id of ids)
    problems.expect(calls.includes(id), place, `answers ${id}, which was not called just before`);
  const first = blocks.slice(0, results.length);
  problems.expect(
    first.every((block) => block["type"] === "tool_result"),
    place,
    "has other blocks before results",
  );
}

function checkSystem(request: JsonRecord, problems: Problems): void {
  if (request["system"] === undefined) return;
  for (const [index, block] of problems.list(request["system"], "system").entries()) {
    problems.text(problems.record(block, `system[${index}]`)?.["text"], `system[${index}].text`);
  }
}

function checkTools(request: JsonRecord, hasCalls: boolean, problems: Problems): void {
  if (request["tools"] === undefined) {
    problems.expect(!hasCalls, "tools", "are missing though there are calls");
    problems.expect(request["tool_choice"] === undefined, "tool_choice", "is there without tools");
    return;
  }
  const names: unknown[] = [];
  for (const [index, value] of problems.list(request["tools"], "tools").entries()) {
    const tool = problems.record(value, `tools[${index}]`) ?? {};
    problems.name(tool["name"], `tools[${index}].name`);
    problems.schema(tool["input_schema"], `tools[${index}].input_schema`);
    names.push(tool["name"]);
  }
  problems.unique(names, "tools");
}

/** With a budget to think, the answer that results belong to must have begun with thinking. */
function checkThinking(request: JsonRecord, messages: readonly unknown[], problems: Problems): void {
  const thinking = request["thinking"];
  if (!isRecord(thinking) || thinking["type"] !== "enabled") return;
  const budget = Number(thinking["budget_tokens"]);
  problems.expect(
    budget >= 1024 && budget < Number(request["max_tokens"]),
    "thinking",
    "has a budget that does not fit",
  );
  let start = messages.length - 1;
  while (start > 0 && blocksAt(messages, start)[0]?.["type"] === "tool_result") start -= 2;
  const answer = blocksAt(messages, start + 1)[0];
  if (answer === undefined) return;
  const thinks = answer["type"] === "thinking" || answer["type"] === "redacted_thinking";
  problems.expect(thinks, "thinking", "is wanted within an answer that began without it");
}

function blocksAt(messages: readonly unknown[], index: number): readonly JsonRecord[] {
  const message = messages[index];
  return isRecord(message) ? listAt(message, "content").filter(isRecord) : [];
}
