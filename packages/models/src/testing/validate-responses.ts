import { isRecord, type JsonRecord } from "../transport/json-fields.ts";
import { Problems, requestOf } from "./validation.ts";

/**
 * What OpenAI Responses would refuse in a request. Empty: nothing.
 *
 * @param body Bytes, text, or data.
 */
export function validateResponsesRequest(body: unknown): string[] {
  const problems = new Problems();
  const request = requestOf(body, problems);
  problems.expect(request["store"] === false, "store", "is not false");
  if (request["instructions"] !== undefined) problems.text(request["instructions"], "instructions");
  const input = new InputCheck(problems);
  for (const [index, value] of problems.list(request["input"], "input").entries()) {
    const place = `input[${index}]`;
    input.item(problems.record(value, place) ?? {}, place);
  }
  input.end();
  checkTools(request, problems);
  checkFormat(request, problems);
  problems.sampling(request, { temperature: "temperature", topP: "top_p" });
  for (const field of ["seed", "stop"]) problems.expect(!(field in request), field, "is not known");
  problems.tokens(request["max_output_tokens"], "max_output_tokens");
  return problems.found;
}

class InputCheck {
  readonly #problems: Problems;
  readonly #ids: string[] = [];
  readonly #reasoningIds: unknown[] = [];
  #waiting: string[] = [];
  #openReasoning: string | undefined;
  #last = "nobody";

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  item(item: JsonRecord, place: string): void {
    const kind = item["type"] === "message" ? `${String(item["role"])} message` : String(item["type"]);
    if (kind === "reasoning") this.#reasoning(item, place);
    else {
      const leads = kind === "assistant message" || kind === "function_call";
      this.#problems.expect(
        leads || this.#openReasoning === undefined,
        place,
        "stands where reasoning needs what it led to",
      );
      this.#openReasoning = undefined;
    }
    if (kind === "function_call") this.#call(item, place);
    else if (kind === "function_call_output") this.#output(item, place);
    else if (kind === "user message") this.#user(item, place);
    else if (kind === "assistant message") this.#assistant(item, place);
    else this.#problems.expect(kind === "reasoning", place, `has an unknown type ${kind}`);
    this.#last = kind;
  }

  #reasoning(item: JsonRecord, place: string): void {
    this.#problems.text(item["id"], `${place}.id`);
    this.#problems.text(item["encrypted_content"], `${place}.encrypted_content`);
    this.#problems.expect(Array.isArray(item["summary"]), place, "has no summary");
    this.#reasoningIds.push(item["id"]);
    this.#openReasoning = place;
  }

  #call(item: JsonRecord, place: string): void {
    this.#problems.keys(item, ["type", "call_id", "name", "arguments"], place);
    const id = this.#problems.callId(item["call_id"], `${place}.call_id`);
    this.#problems.name(item["name"], `${place}.name`);
    this.#problems.argumentsText(item["arguments"], `${place}.arguments`);
    this.#ids.push(id);
    this.#waiting.push(id);
  }

  #output(item: JsonRecord, place: string): void {
    this.#problems.keys(item, ["type", "call_id", "output"], place);
    const id = this.#problems.callId(item["call_id"], `${place}.call_id`);
    this.#problems.expect(this.#waiting.includes(id), place, "answers no call");
    this.#waiting = this.#waiting.filter((other) => other !== id);
    this.#problems.text(item["output"], `${place}.output`);
  }

  #user(item: JsonRecord, place: string): void {
    this.#problems.keys(item, ["type", "role", "content"], place);
    this.#problems.expect(this.#waiting.length === 0, place, "comes before the results of calls");
    for (const [index, value] of this.#problems.list(item["content"], `${place}.content`).entries()) {
      const at = `${place}.content[${index}]`;
      const part = this.#problems.record(value, at) ?? {};
      if (part["type"] === "input_text") this.#problems.text(part["text"], `${at}.text`);
      else this.#media(part, at);
    }
  }

  /** A picture or a file from one place. */
  #media(part: JsonRecord, at: string): void {
    const problems = this.#problems;
    const { type } = part;
    const isFile = type === "input_file";
    problems.expect(isFile || type === "input_image", at, `has an unknown type ${String(type)}`);
    const sources = isFile ? ["file_data", "file_url", "file_id"] : ["image_url", "file_id"];
    problems.keys(part, ["type", ...(isFile ? ["filename"] : ["detail"]), ...sources], at);
    const [source = "", ...more] = sources.filter((name) => part[name] !== undefined);
    problems.expect(source !== "" && more.length === 0, at, "does not come from one place");
    const value = part[source];
    if (source === "file_id") problems.text(value, `${at}.${source}`);
    else if (!String(value).startsWith("data:")) problems.webUrl(value, `${at}.${source}`);
    else if (isFile) problems.dataUrlOf(value, /^application\/pdf$/, `${at}.${source}`);
    else problems.dataUrl(value, `${at}.${source}`);
    if (source === "file_data") problems.text(part["filename"], `${at}.filename`);
  }

  #assistant(item: JsonRecord, place: string): void {
    this.#problems.keys(item, ["type", "role", "content", "phase"], place);
    this.#problems.text(item["content"], `${place}.content`);
    const fine =
      item["phase"] === undefined || item["phase"] === "commentary" || item["phase"] === "final_answer";
    this.#problems.expect(fine, place, "has an unknown phase");
    this.#problems.expect(this.#last !== "nobody", place, "begins the conversation");
  }

  end(): void {
    const ends = this.#last === "user message" || this.#last === "function_call_output";
    this.#problems.expect(ends, "input", `ends with ${this.#last}`);
    this.#problems.expect(
      this.#waiting.length === 0,
      "input",
      `lacks the results of ${this.#waiting.join(", ")}`,
    );
    this.#problems.unique(this.#ids, "ids of calls");
    this.#problems.unique(this.#reasoningIds, "ids of reasoning");
  }
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
    problems.expect(tool["type"] === "function" && tool["strict"] === false, at, "is no lenient function");
    problems.name(tool["name"], `${at}.name`);
    problems.schema(tool["parameters"], `${at}.parameters`);
    names.push(tool["name"]);
  }
  problems.unique(names, "tools");
  const choice = request["tool_choice"];
  if (isRecord(choice)) {
    problems.expect(choice["type"] === "function", "tool_choice", "is no function");
    return problems.chosenTool(choice["name"], names, "tool_choice");
  }
  const fine = choice === undefined || choice === "none" || choice === "auto" || choice === "required";
  problems.expect(fine, "tool_choice", `is ${String(choice)}`);
}

function checkFormat(request: JsonRecord, problems: Problems): void {
  if (request["text"] === undefined) return;
  const format = problems.record(problems.record(request["text"], "text")?.["format"], "text.format") ?? {};
  problems.keys(format, ["type", "name", "strict", "schema"], "text.format");
  problems.expect(format["type"] === "json_schema", "text.format", "is no schema");
  problems.name(format["name"], "text.format.name");
  problems.record(format["schema"], "text.format.schema");
}
