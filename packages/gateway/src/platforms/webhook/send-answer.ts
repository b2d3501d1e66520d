import { HermesError } from "@hermes/registry";
import { httpFailure } from "../../http/http-outcome.ts";
import { requestOnce, retryAfterMs } from "../../http/request-once.ts";
import { openFile } from "../../media/open-file.ts";
import type { OutboundMessage, PlatformHost, SendOutcome } from "../platform.ts";
import { standardSignature } from "./signatures.ts";
import { webhookLimits } from "./webhook-limits.ts";
import type { WebhookRoute, WebhookSettings } from "./webhook-settings.ts";

export interface SendAnswerOptions {
  readonly host: PlatformHost;
  readonly routes: WebhookSettings["routes"];
  readonly answerMs: number;
  readonly signal: AbortSignal;
}

/** Hands an answer on to the chat and the address of its route. Both know its key, so a second try does nothing twice. */
export async function sendAnswer(message: OutboundMessage, options: SendAnswerOptions): Promise<SendOutcome> {
  const { host, routes } = options;
  const { chatId: name } = message.to;
  const route = Object.hasOwn(routes, name) ? routes[name] : undefined;
  if (route === undefined)
    return { status: "failed", code: "no-such-chat", reason: `no route is called ${name}` };
  if (message.text.length > webhookLimits.text)
    return { status: "failed", code: "too-large", reason: `longer than ${webhookLimits.text} characters` };
  if (route.deliver !== undefined) {
    const failed = await handOn(route.deliver, message, host);
    if (failed !== undefined) return failed;
  }
  if (route.url !== undefined) return await post(route.url, name, route, message, options);
  if (route.deliver === undefined)
    host.log("info", "The answer to a webhook.", { route: name, text: message.text });
  return { status: "sent", messageId: message.key };
}

async function handOn(
  target: string,
  { key, text, file }: OutboundMessage,
  host: PlatformHost,
): Promise<SendOutcome | undefined> {
  if (host.deliver === undefined)
    return { status: "failed", code: "unsupported", reason: "this program hands nothing on" };
  try {
    await host.deliver(target, { key: `webhook:${key}`, markdown: text, ...(file && { file }) });
    return undefined;
  } catch (error) {
    const isTarget = HermesError.is(error) && error.code === "PLATFORM_NO_TARGET";
    const reason = error instanceof Error ? error.message : String(error);
    return isTarget ? { status: "failed", code: "no-such-chat", reason } : { status: "retry", reason };
  }
}

/** Signed as Standard Webhooks has it, with the key as the id that the receiver knows it again by. */
async function post(
  url: string,
  name: string,
  { secret }: WebhookRoute,
  message: OutboundMessage,
  { host, answerMs: timeoutMs, signal }: SendAnswerOptions,
): Promise<SendOutcome> {
  const { key: id, text, to, file: attached } = message;
  const file =
    attached && (await openFile(attached, { maxBytes: webhookLimits.fileBytes, label: "a webhook" }));
  if (file !== undefined && !(file instanceof File)) return file;
  const at = String(Math.floor(host.now() / 1_000));
  const body = JSON.stringify({
    ...{ id, route: name, delivery: to.threadId, text, at: new Date(host.now()).toISOString() },
    file: file && {
      ...{ name: file.name, type: file.type },
      data: Buffer.from(await file.arrayBuffer()).toString("base64"),
    },
  });
  const headers = {
    "content-type": "application/json",
    "idempotency-key": id,
    "webhook-id": id,
    "webhook-timestamp": at,
    "webhook-signature": standardSignature(secret, { id, at, body }),
  };
  const answer = await requestOnce(url, { fetch: host.fetch, headers, body, signal, timeoutMs });
  if (!answer.answered) return { status: "retry", reason: answer.reason };
  if (answer.status >= 200 && answer.status < 300) return { status: "sent", messageId: id };
  if (answer.status >= 500)
    return {
      ...{ status: "retry", reason: `HTTP ${answer.status}` },
      afterMs: retryAfterMs(answer.headers),
    };
  return httpFailure(answer);
}
