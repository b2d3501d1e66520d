import type { SignalWorld } from "./signal-world.ts";

/** An error as JSON-RPC has it. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data: unknown = null) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

type Parameters = Readonly<Record<string, unknown>>;
const styleNames = ["BOLD", "ITALIC", "STRIKETHROUGH", "MONOSPACE", "SPOILER"];

/** Answers one method. @throws {RpcError} as the daemon does */
export function answerRpc(
  world: SignalWorld,
  method: string,
  parameters: Parameters,
  timestamp: () => number,
): unknown {
  if (method === "version") return { version: "0.13.19" };
  if (method === "listAccounts" && !world.isSingle) return world.accounts.map((number) => ({ number }));
  if (method === "startLink" && !world.isSingle)
    return { deviceLinkUri: "sgnl://linkdevice?uuid=abc&pub_key=def" };
  if (method === "finishLink" && !world.isSingle) return finishLink(world, parameters);
  const single = singles[method];
  if (single === undefined) throw new RpcError(-32_601, "Method not implemented");
  if (!world.isSingle) {
    if (typeof parameters["account"] !== "string")
      throw new RpcError(-32_602, "Method requires valid account parameter");
    if (!world.accounts.includes(parameters["account"]))
      throw new RpcError(-32_602, "Specified account does not exist");
  }
  return single(world, parameters, timestamp);
}

function finishLink(world: SignalWorld, { deviceLinkUri }: Parameters): unknown {
  if (typeof deviceLinkUri !== "string" || !deviceLinkUri.startsWith("sgnl://linkdevice?"))
    throw new RpcError(-1, "Invalid device link uri");
  if (world.linkNext === undefined) throw new RpcError(-1, "Link request timed out, please try again.");
  world.accounts.push(world.linkNext);
  return { number: world.linkNext };
}

const singles: Readonly<
  Record<string, (world: SignalWorld, parameters: Parameters, timestamp: () => number) => unknown>
> = {
  send(world, parameters, now) {
    const to = target(parameters);
    const text = String(parameters["message"] ?? "");
    const attachments = list(parameters["attachments"] ?? parameters["attachment"]);
    if (text === "" && attachments.length === 0)
      throw new RpcError(
        -1,
        "Sending empty message is not allowed, either a message, attachment or sticker must be given.",
      );
    const styles = list(parameters["textStyle"] ?? parameters["textStyles"]);
    for (const style of styles) {
      const [, start, length, name = ""] = /^(\d+):(\d+):(.+)$/.exec(style) ?? [];
      if (start === undefined)
        throw new RpcError(-1, `Invalid textStyle syntax (${style}) expected 'start:length:STYLE'`);
      if (!styleNames.includes(name)) throw new RpcError(-1, `Invalid style: ${name}`);
      if (Number(start) + Number(length) > text.length) throw new RpcError(-32_603, "out of range");
    }
    if (parameters["quoteTimestamp"] !== undefined && typeof parameters["quoteAuthor"] !== "string")
      throw new RpcError(-32_603, "no author of the quote");
    const file = attachments[0] === undefined ? undefined : readDataUri(attachments[0]);
    const timestamp = now();
    world.sent.push({
      ...{ timestamp, method: "send", parameters, to, text, styles },
      ...(file === undefined ? {} : { fileName: file.name, fileBytes: file.bytes }),
    });
    return { timestamp, results: [result(to, "SUCCESS")] };
  },
  remoteDelete(world, parameters, now) {
    const target_ = parameters["targetTimestamp"];
    const to = target(parameters);
    const at = world.sent.findIndex((each) => each.timestamp === target_ && each.to === to);
    if (at === -1) throw new RpcError(-1, "Message not found");
    world.sent.splice(at, 1);
    return { timestamp: now(), results: [result(to, "SUCCESS")] };
  },
  sendTyping(world, parameters) {
    world.typed.push(target(parameters));
    return {};
  },
  getAttachment(world, { id, recipient, groupId }) {
    if ((recipient === undefined) === (groupId === undefined))
      throw new RpcError(-1, "Exactly one of recipient and group is needed");
    const bytes = world.attachments.get(String(id));
    if (bytes === undefined) throw new RpcError(-1, "Could not find attachment with ID: " + String(id));
    return { data: Buffer.from(bytes).toString("base64") };
  },
  listGroups: () => [{ id: "Pmpi+EfPWmsxiomLe9Nx2XF9HOE483p6iKiFj65iMwI=", name: "Reading group" }],
};

export function result(to: string, type: string, retryAfterSeconds?: number): object {
  const recipientAddress = { uuid: null, number: to };
  return { recipientAddress, type, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}

function target(parameters: Parameters): string {
  const [recipient] = list(parameters["recipient"]);
  const [groupId] = list(parameters["groupId"]);
  const to = recipient ?? (groupId === undefined ? undefined : `group:${groupId}`);
  if (to === undefined) throw new RpcError(-1, "No recipients given");
  if (groupId === undefined && !/^(?:\+\d{5,}|[\da-f-]{36}|u:.+)$/.test(to))
    throw new RpcError(-1, `Invalid phone number "${to}"`);
  return to;
}

/** One value, or a list of them: the daemon takes both. */
function list(value: unknown): readonly string[] {
  return value === undefined || value === null
    ? []
    : Array.isArray(value)
      ? value.map(String)
      : [String(value)];
}

/** RFC 2397, with the `filename` of signal-cli. */
function readDataUri(uri: string): { readonly name: string | undefined; readonly bytes: number } {
  const [, , parameters = "", data = ""] =
    /^data:([^;,]*)((?:;[^;,]+)*);base64,([A-Za-z\d+/=]*)$/.exec(uri) ?? [];
  if (data === "") throw new RpcError(-1, "Failed to add attachment: not a file, and no data URI");
  return { name: /;filename=([^;]+)/.exec(parameters)?.[1], bytes: Buffer.from(data, "base64").length };
}
