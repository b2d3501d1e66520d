import { isRecord, type JsonRecord } from "../transport/json-fields.ts";
import { bodyOf, Problems } from "./validation.ts";

/**
 * What Amazon Bedrock's Converse would refuse in a request. Empty: nothing.
 *
 * @param body Bytes, text, or data.
 */
export function validateConverseRequest(body: unknown): string[] {
  const problems = new Problems();
  const request = bodyOf(body, problems);
  const fields = [
    "messages",
    "system",
    "toolConfig",
    "inferenceConfig",
    "outputConfig",
    "additionalModelRequestFields",
  ];
  problems.keys(request, fields, "body");
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
    const alone = blocks.some((block) => "document" in block) && !blocks.some((block) => "text" in block);
    problems.expect(!alone, place, "has a document without words");
    checkResults(blocks, waiting, place, problems);
    waiting = inside(blocks, "toolUse").map((call) => String(call["toolUseId"]));
    ids.push(...waiting);
  }
  problems.expect(messages.length % 2 === 1, "messages", "end with an answer");
  problems.unique(ids, "ids of calls");
  for (const block of request["system"] === undefined ? [] : problems.list(request["system"], "system")) {
    const record = problems.record(block, "system") ?? {};
    if (!("cachePoint" in record)) problems.text(record["text"], "system");
  }
  checkTools(request, ids.length > 0, problems);
  checkSettings(request, problems);
  checkThinking(request, messages, problems);
  const points = JSON.stringify(request).split('{"cachePoint":').length - 1;
  problems.expect(points <= 4, "cachePoint", `stands at ${points} places, more than 4`);
  return problems.found;
}

const blocksOf: Readonly<Record<string, readonly string[]>> = {
  user: ["text", "image", "document", "toolResult", "cachePoint"],
  assistant: ["text", "toolUse", "reasoningContent"],
};

function inside(blocks: readonly JsonRecord[], kind: string): JsonRecord[] {
  return blocks.flatMap((block) => (isRecord(block[kind]) ? [block[kind]] : []));
}

function checkBlocks(role: string, blocks: readonly JsonRecord[], place: string, problems: Problems): void {
  let called = false;
  for (const [index, block] of blocks.entries()) {
    const at = `${place}.content[${index}]`;
    const [kind = "nothing", ...more] = Object.keys(block);
    problems.expect(more.length === 0, at, "holds more than one thing");
    problems.expect(blocksOf[role]?.includes(kind) === true, at, `is a ${kind} of the ${role}`);
    problems.expect(!called || kind === "toolUse", at, "follows a call in the same message");
    called ||= kind === "toolUse";
    checkBlock(kind, block, at, problems);
  }
}

function checkBlock(kind: string, block: JsonRecord, at: string, problems: Problems): void {
  const value = isRecord(block[kind]) ? block[kind] : {};
  if (kind === "text") problems.text(block["text"], at);
  if (kind === "image") {
    const bytes = problems.record(value["source"], at)?.["bytes"];
    problems.dataUrl(`data:image/${String(value["format"])};base64,${String(bytes)}`, at);
  }
  if (kind === "document") {
    problems.keys(value, ["format", "name", "source"], at);
    problems.expect(
      /^(?:pdf|csv|docx?|xlsx?|html|txt|md)$/.test(String(value["format"])),
      at,
      "has no known format",
    );
    const name = String(value["name"]);
    const plain = /^[a-zA-Z0-9\s()[\]-]{1,200}$/.test(name) && !/\s\s/.test(name);
    problems.expect(plain, `${at}.name`, `is not plain: ${name}`);
    problems.text(problems.record(value["source"], at)?.["bytes"], at);
  }
  if (kind === "toolUse") {
    problems.callId(value["toolUseId"], `${at}.toolUseId`);
    problems.name(value["name"], `${at}.name`);
    problems.record(value["input"], `${at}.input`);
  }
  if (kind === "toolResult") {
    problems.keys(value, ["toolUseId", "content", "status"], at);
    for (const item of problems.list(value["content"], `${at}.content`)) {
      const part = problems.record(item, `${at}.content`) ?? {};
      checkBlock(Object.keys(part)[0] ?? "nothing", part, `${at}.content`, problems);
    }
  }
  if (kind === "reasoningContent" && value["redactedContent"] === undefined)
    problems.text(problems.record(value["reasoningText"], at)?.["signature"], `${at}.signature`);
}

/** Results come first in the message after the calls, one for each. */
function checkResults(
  blocks: readonly JsonRecord[],
  calls: readonly string[],
  place: string,
  problems: Problems,
): void {
  const ids = inside(blocks, "toolResult").map((result) => String(result["toolUseId"]));
  problems.unique(ids, `${place}: results`);
  for (const id of calls) problems.expect(ids.includes(id), place, `lacks the result of ${id}`);
  for (const id of ids)
    problems.expect(calls.includes(id), place, `answers ${id}, which was not called just before`);
  const first = blocks.slice(0, ids.length);
  problems.expect(
    first.every((block) => "toolResult" in block),
    place,
    "has other blocks before results",
  );
}

function checkTools(request: JsonRecord, hasCalls: boolean, problems: Problems): void {
  if (request["toolConfig"] === undefined) {
    problems.expect(!hasCalls, "toolConfig", "is missing though there are calls");
    return;
  }
  const names: unknown[] = [];
  const config = problems.record(request["toolConfig"], "toolConfig") ?? {};
  for (const value of problems.list(config["tools"], "toolConfig.tools")) {
    const spec = problems.record(problems.record(value, "tool")?.["toolSpec"], "toolSpec") ?? {};
    problems.name(spec["name"], "toolSpec.name");
    if (spec["description"] !== undefined) problems.text(spec["description"], "toolSpec.description");
    problems.schema(problems.record(spec["inputSchema"], "inputSchema")?.["json"], "inputSchema.json");
    names.push(spec["name"]);
  }
  problems.unique(names, "toolConfig.tools");
  if (config["toolChoice"] === undefined) return;
  const choice = problems.record(config["toolChoice"], "toolChoice") ?? {};
  const [kind = "nothing", ...more] = Object.keys(choice);
  problems.expect(/^(?:auto|any|tool)$/.test(kind) && more.length === 0, "toolChoice", `is ${kind}`);
  if (kind === "tool")
    problems.chosenTool(problems.record(choice["tool"], "tool")?.["name"], names, "toolChoice");
}

/** The schema of an answer is a text with JSON in it. */
function checkSettings(request: JsonRecord, problems: Problems): void {
  const config = isRecord(request["inferenceConfig"]) ? request["inferenceConfig"] : {};
  problems.keys(config, ["maxTokens", "temperature", "topP", "stopSequences"], "inferenceConfig");
  problems.sampling(config, {
    temperature: "temperature",
    topP: "topP",
    stop: "stopSequences",
    maxTemperature: 1,
  });
  const { textFormat } = isRecord(request["outputConfig"]) ? request["outputConfig"] : {};
  if (textFormat === undefined) return;
  const { structure } = { ...problems.record(textFormat, "textFormat") };
  const { schema, name } = {
    ...problems.record(problems.record(structure, "structure")?.["jsonSchema"], "jsonSchema"),
  };
  problems.name(name, "jsonSchema.name");
  problems.argumentsText(schema, "jsonSchema.schema");
}

/** With a budget to think, the answer that results belong to must have begun with thinking. */
function checkThinking(request: JsonRecord, messages: readonly unknown[], problems: Problems): void {
  const more = request["additionalModelRequestFields"];
  const thinking = isRecord(more) && isRecord(more["thinking"]) ? more["thinking"] : {};
  if (thinking["type"] !== "enabled") return;
  const config = problems.record(request["inferenceConfig"], "inferenceConfig") ?? {};
  const fits = Number(thinking["budget_tokens"]) < Number(config["maxTokens"]);
  problems.expect(fits, "thinking", "has a budget that does not fit");
  let start = messages.length - 1;
  while (start > 0 && "toolResult" in firstBlock(messages[start])) start -= 2;
  const answer = messages[start + 1];
  if (answer === undefined) return;
  problems.expect(
    "reasoningContent" in firstBlock(answer),
    "thinking",
    "is wanted within an answer that began without it",
  );
}

function firstBlock(message: unknown): JsonRecord {
  const content = isRecord(message) ? message["content"] : undefined;
  const first: unknown = Array.isArray(content) ? content[0] : undefined;
  return isRecord(first) ? first : {};
}
