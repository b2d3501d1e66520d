import { isRecord, type JsonRecord } from "../transport/json-fields.ts";
import { bodyOf, Problems } from "./validation.ts";

/**
 * What Gemini's generateContent would refuse in a request. Empty: nothing.
 *
 * @param body Bytes, text, or data.
 * @param isFrom3 Whether the model is of version 3 or later: it wants the first call of each step signed, and takes a schema beside tools.
 */
export function validateGeminiRequest(body: unknown, isFrom3 = false): string[] {
  const problems = new Problems();
  const request = bodyOf(body, problems);
  problems.keys(
    request,
    ["systemInstruction", "tools", "contents", "generationConfig", "toolConfig"],
    "body",
  );
  const contents = problems.list(request["contents"], "contents");
  let waiting: readonly JsonRecord[] = [];
  for (const [index, value] of contents.entries()) {
    const place = `contents[${index}]`;
    const content = problems.record(value, place) ?? {};
    problems.keys(content, ["role", "parts"], place);
    const role = index % 2 === 0 ? "user" : "model";
    problems.expect(content["role"] === role, place, `is not of the ${role}`);
    const parts = problems.list(content["parts"], `${place}.parts`).map((part, at) => {
      return problems.record(part, `${place}.parts[${at}]`) ?? {};
    });
    for (const [at, part] of parts.entries()) checkPart(role, part, `${place}.parts[${at}]`, problems);
    if (role === "user") checkResponses(parts, waiting, place, problems);
    const calls = parts.filter((part) => "functionCall" in part);
    if (isFrom3 && calls[0] !== undefined)
      problems.text(calls[0]["thoughtSignature"], `${place}: first call`);
    waiting = calls.map((part) => (isRecord(part["functionCall"]) ? part["functionCall"] : {}));
  }
  problems.expect(contents.length % 2 === 1, "contents", "end with an answer");
  checkSystem(request, problems);
  const hasSchema =
    isRecord(request["generationConfig"]) && "responseJsonSchema" in request["generationConfig"];
  problems.expect(
    isFrom3 || !hasSchema || request["tools"] === undefined,
    "responseJsonSchema",
    "is there beside tools",
  );
  checkTools(request, problems);
  checkConfig(request, problems);
  return problems.found;
}

const kinds = ["text", "inlineData", "fileData", "functionCall", "functionResponse"];

function checkPart(role: string, part: JsonRecord, at: string, problems: Problems): void {
  problems.keys(part, [...kinds, "thought", "thoughtSignature"], at);
  const held = kinds.filter((kind) => kind in part);
  problems.expect(held.length === 1, at, `holds ${held.join(" and ") || "nothing"}`);
  if (part["thoughtSignature"] !== undefined)
    problems.text(part["thoughtSignature"], `${at}.thoughtSignature`);
  const [kind] = held;
  const allowed =
    role === "user" ? ["text", "inlineData", "fileData", "functionResponse"] : ["text", "functionCall"];
  problems.expect(kind !== undefined && allowed.includes(kind), at, `is a ${String(kind)} of the ${role}`);
  if (kind === "text" && part["thoughtSignature"] === undefined) problems.text(part["text"], `${at}.text`);
  if (kind === "inlineData") {
    const { mimeType, data } = { ...problems.record(part["inlineData"], at) };
    const types = /^(?:image\/(?:png|jpeg|webp|heic|heif)|application\/pdf|(?:audio|video)\/[a-z0-9]+)$/;
    problems.dataUrlOf(`data:${String(mimeType)};base64,${String(data)}`, types, at);
  }
  if (kind === "fileData") {
    const file = problems.record(part["fileData"], at) ?? {};
    problems.keys(file, ["mimeType", "fileUri"], at);
    problems.text(file["fileUri"], `${at}.fileUri`);
  }
  if (kind === "functionCall") {
    const call = problems.record(part["functionCall"], at) ?? {};
    problems.keys(call, ["id", "name", "args"], at);
    checkName(call["name"], `${at}.name`, problems);
    problems.record(call["args"], `${at}.args`);
  }
  if (kind === "functionResponse") {
    const response = problems.record(part["functionResponse"], at) ?? {};
    problems.keys(response, ["id", "name", "response"], at);
    problems.record(response["response"], `${at}.response`);
  }
}

function checkName(name: unknown, at: string, problems: Problems): void {
  problems.name(name, at);
  problems.expect(/^[a-zA-Z_]/.test(String(name)), at, "begins with neither letter nor _");
}

/** As many responses as there were calls, in their order, in front of everything else. */
function checkResponses(
  parts: readonly JsonRecord[],
  calls: readonly JsonRecord[],
  place: string,
  problems: Problems,
): void {
  const responses = parts.flatMap((part) =>
    isRecord(part["functionResponse"]) ? [part["functionResponse"]] : [],
  );
  problems.expect(
    responses.length === calls.length,
    place,
    `has ${responses.length} responses to ${calls.length} calls`,
  );
  const first = parts.slice(0, responses.length);
  problems.expect(
    first.every((part) => "functionResponse" in part),
    place,
    "has other parts before responses",
  );
  for (const [index, call] of calls.entries()) {
    const response = responses[index] ?? {};
    problems.expect(response["name"] === call["name"], place, `answers another function at ${index}`);
    problems.expect(response["id"] === call["id"], place, `answers another id at ${index}`);
  }
}

function checkSystem(request: JsonRecord, problems: Problems): void {
  if (request["systemInstruction"] === undefined) return;
  const parts = problems.record(request["systemInstruction"], "systemInstruction")?.["parts"];
  for (const part of problems.list(parts, "systemInstruction.parts"))
    problems.text(problems.record(part, "systemInstruction.parts")?.["text"], "systemInstruction");
}

function checkTools(request: JsonRecord, problems: Problems): void {
  if (request["tools"] === undefined) {
    problems.expect(request["toolConfig"] === undefined, "toolConfig", "is there without tools");
    return;
  }
  const [tool] = problems.list(request["tools"], "tools");
  const names: unknown[] = [];
  for (const value of problems.list(
    problems.record(tool, "tools[0]")?.["functionDeclarations"],
    "tools[0]",
  )) {
    const declaration = problems.record(value, "functionDeclarations") ?? {};
    problems.keys(declaration, ["name", "description", "parameters"], "functionDeclarations");
    checkName(declaration["name"], "functionDeclarations.name", problems);
    if (declaration["parameters"] !== undefined) {
      problems.schema(declaration["parameters"], "functionDeclarations.parameters");
      const { properties } = { ...problems.record(declaration["parameters"], "parameters") };
      const hasSome = isRecord(properties) && Object.keys(properties).length > 0;
      problems.expect(hasSome, "functionDeclarations.parameters", "have no properties");
    }
    names.push(declaration["name"]);
  }
  problems.unique(names, "functionDeclarations");
  if (request["toolConfig"] === undefined) return;
  const { functionCallingConfig } = { ...problems.record(request["toolConfig"], "toolConfig") };
  const { mode, allowedFunctionNames } = { ...problems.record(functionCallingConfig, "toolConfig") };
  problems.expect(/^(?:AUTO|ANY|NONE)$/.test(String(mode)), "toolConfig", `is ${String(mode)}`);
  if (allowedFunctionNames === undefined) return;
  for (const name of problems.list(allowedFunctionNames, "allowedFunctionNames"))
    problems.chosenTool(name, names, "allowedFunctionNames");
}

function checkConfig(request: JsonRecord, problems: Problems): void {
  const config = request["generationConfig"];
  if (!isRecord(config)) return;
  problems.keys(
    config,
    "maxOutputTokens temperature topP seed stopSequences responseMimeType responseJsonSchema thinkingConfig".split(
      " ",
    ),
    "generationConfig",
  );
  problems.tokens(config["maxOutputTokens"], "generationConfig.maxOutputTokens");
  problems.sampling(config, {
    temperature: "temperature",
    topP: "topP",
    seed: "seed",
    stop: "stopSequences",
    maxStops: 5,
  });
  const isJson = config["responseMimeType"] === "application/json";
  problems.expect(
    !("responseJsonSchema" in config) || isJson,
    "responseJsonSchema",
    "is there without a type",
  );
  const thinking = config["thinkingConfig"];
  if (!isRecord(thinking)) return;
  const both = thinking["thinkingBudget"] !== undefined && thinking["thinkingLevel"] !== undefined;
  problems.expect(!both, "thinkingConfig", "has a budget and a level");
}
