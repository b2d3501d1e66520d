import type { ServerResponse } from "node:http";
import type { RecordedRequest } from "./recorded-request.ts";
import { planAnswer, type ServerAnswer } from "./server-answer.ts";
import type { WireProtocolRow } from "./wire-protocols.ts";

/** A request that waits for its answer. */
export interface Exchange {
  readonly response: ServerResponse;
  readonly request: RecordedRequest;
  readonly protocol: WireProtocolRow;
}

/** Sends one scripted answer, or lives through one scripted mishap. */
export async function answerHttp(
  { response, request, protocol }: Exchange,
  answer: ServerAnswer,
): Promise<void> {
  if (answer.stall === "start") return;
  const status = answer.status ?? 200;
  if (status !== 200) {
    const body = answer.body ?? protocol.error(status);
    const more = answer.body === undefined ? protocol.errorHeaders?.(status) : undefined;
    response.writeHead(status, { "content-type": "application/json", ...more, ...answer.headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
    return;
  }
  response.writeHead(200, {
    "content-type": protocol.contentType ?? "text/event-stream",
    "cache-control": "no-cache",
    ...answer.headers,
  });
  response.flushHeaders();
  if (answer.stall === "headers") return;
  const model = modelOf(request);
  const { deltas, ending } = protocol.events(planAnswer(answer, { model, bytes: request.raw.length }));
  const breaks = answer.breakOff !== undefined || answer.stall === "deltas";
  const stream = answer.raw ?? (breaks ? deltas : [...deltas, ...ending]);
  await writeAll(response, pieces(stream, answer));
  if (answer.stall === "deltas") return;
  if (answer.breakOff === "cut") response.destroy();
  else response.end();
}

/** Some protocols name the model in the path alone. */
function modelOf({ body, path }: RecordedRequest): string {
  return String(body["model"] ?? decodeURIComponent(/\/models?\/([^/:]+)/.exec(path)?.[1] ?? ""));
}

function pieces(
  stream: string | Uint8Array | readonly (string | Uint8Array)[],
  answer: ServerAnswer,
): (string | Uint8Array)[] {
  const { bytesPerWrite, eventsPerWrite = 1 } = answer;
  if (bytesPerWrite !== undefined) {
    const whole = typeof stream === "string" || stream instanceof Uint8Array ? [stream] : stream;
    const bytes = joined(whole);
    const cuts: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += bytesPerWrite)
      cuts.push(bytes.subarray(at, at + bytesPerWrite));
    return cuts;
  }
  if (typeof stream === "string" || stream instanceof Uint8Array) return [stream];
  if (eventsPerWrite === Infinity) return [joined(stream)];
  const groups: Uint8Array[] = [];
  for (let at = 0; at < stream.length; at += eventsPerWrite)
    groups.push(joined(stream.slice(at, at + eventsPerWrite)));
  return groups;
}

function joined(events: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(events.map((event) => Buffer.from(event)));
}

/** Resolves when everything has left this process: what is broken off then has still been said. */
async function writeAll(response: ServerResponse, writes: readonly (string | Uint8Array)[]): Promise<void> {
  let flushed = Promise.resolve();
  for (const piece of writes) {
    if (response.destroyed) return;
    let fits = true;
    flushed = new Promise((resolve) => (fits = response.write(piece, () => resolve())));
    if (!fits) await drained(response);
  }
  await flushed;
}

/** A reader that leaves never drains. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.once("drain", done);
    response.once("close", done);
  });
}
