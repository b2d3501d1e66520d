import { slotKey } from "@hermes/cron";
import type { Job, JobDelivery, JobRun } from "@hermes/cron";
import type { ChatAddress } from "@hermes/gateway";
import { commandHint } from "@hermes/runtime/hints";
import type { JobAnswer, JobParts } from "./job-parts.ts";

/**
 * Puts what people are to read of a run into the outbox, for each target of the job under a key of the slot: the same once more changes
 * nothing. What can't be put there is said in the deliveries.
 */
export async function deliverAnswer(
  { home, runtime }: JobParts,
  run: Pick<JobRun, "job" | "slot">,
  { answer, folder }: { readonly answer: JobAnswer; readonly folder: string },
): Promise<readonly JobDelivery[]> {
  const { job, slot } = run;
  if (answer.outcome === "silent") return [];
  const hasAnswered = answer.outcome === "answered";
  const { wrap_response } = home.loaded.settings.cron;
  const title = hasAnswered && wrap_response ? `**${escaped(job.name)}**\n\n` : "";
  const split = hasAnswered
    ? await home.splitIn(folder, answer.text)
    : { text: (await runtime.redactor())(failureText(job, answer)), files: [] };
  const request = {
    ...{ text: `${title}${split.text}`, files: split.files },
    // What a failed attempt said is no answer, which may still come.
    key: `cron:${slotKey(slot)}${hasAnswered ? "" : ":failed"}`,
    origin: addressOf(job),
    // What the session of a chat is told is taken for this program's own words.
    mirror: hasAnswered && answer.provenance.length === 0,
  };
  const deliveries: JobDelivery[] = [];
  for (const target of job.deliver) {
    if (isKept(target, request.origin)) deliveries.push({ target, status: "kept" });
    // oxlint-disable-next-line no-await-in-loop -- two targets may be one chat
    else deliveries.push(await put({ ...request, target }, home));
  }
  return deliveries;
}

async function put(
  request: Parameters<JobParts["home"]["delivery"]["send"]>[0],
  { delivery }: JobParts["home"],
): Promise<JobDelivery> {
  const { target } = request;
  try {
    const result = await delivery.send(request);
    if (result.type === "problem")
      return { target, status: "failed", problem: result.problem, hint: result.hint };
    return { target, status: result.type };
  } catch (error) {
    return { target, status: "failed", problem: error instanceof Error ? error.message : String(error) };
  }
}

/** In the history of the job alone. */
function isKept(target: string, origin: ChatAddress | undefined): boolean {
  return target === "local" || (target === "origin" && origin === undefined);
}

/** The chat that a job was made in. */
function addressOf({ origin }: Job): ChatAddress | undefined {
  if (origin?.chatId === undefined) return undefined;
  const { platform, chatId, threadId } = origin;
  return { platform, chatId, threadId };
}

function failureText({ name }: Job, { outcome, error }: JobAnswer): string {
  const ended = { interrupted: "was interrupted", "timed-out": "took too long" };
  const what = outcome === "interrupted" || outcome === "timed-out" ? ended[outcome] : "failed";
  const head = `The job **${escaped(name)}** ${what}`;
  if (error === undefined) return `${head}.`;
  const hint = commandHint(error);
  return [
    `${head}: ${oneLine(error.message)} (${error.code})`,
    ...(hint === undefined ? [] : [oneLine(hint)]),
  ].join("\n");
}

const maxLine = 1_200;

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= maxLine ? line : `${line.slice(0, maxLine - 1)}…`;
}

function escaped(name: string): string {
  return name.replaceAll(/[\\*_`[\]~]/g, "\\$&");
}
