import { z } from "zod";
import { httpFailure } from "../../http/http-outcome.ts";
import type { SendFailure, SendOutcome } from "../platform.ts";
import type { RpcAnswer } from "./daemon.ts";
import { messageIdOf } from "./ids.ts";

const results = z
  .array(z.object({ type: z.string(), retryAfterSeconds: z.number().nullish() }))
  .nullish()
  .catch(undefined);
const sentSchema = z.object({ timestamp: z.int(), results });
const failedSchema = z.object({ response: z.object({ results }) });

const [userError, ioError, untrusted, rateLimit, internal] = [-1, -3, -4, -5, -32_603];

/** What an answer to a send means for its row. */
export function outcomeOf(answer: RpcAnswer, account: string): SendOutcome {
  if (answer.type === "none") {
    return answer.http.answered && answer.http.status < 400
      ? { status: "uncertain", reason: "what answered is not signal-cli" }
      : httpFailure(answer.http);
  }
  if (answer.type === "result") {
    const sent = sentSchema.safeParse(answer.result).data;
    if (sent === undefined)
      return { status: "uncertain", reason: "signal-cli accepted it without saying as which message" };
    return (
      failureOf(sent.results ?? []) ?? { status: "sent", messageId: messageIdOf(account, sent.timestamp) }
    );
  }
  const { code, message, data } = answer;
  const single = failureOf(failedSchema.safeParse(data).data?.response.results ?? []);
  if (single !== undefined) return single;
  const reason = message === "" ? `error ${code} of signal-cli` : message;
  if (code === rateLimit) return { status: "retry", reason, afterMs: 60_000 };
  if (code === untrusted) return changedKey;
  // Of these nobody knows whether they came before or after the message.
  if (code === ioError || code === internal) return { status: "uncertain", reason };
  return { status: "failed", reason, code: code === userError ? codeOf(reason) : accountOr(reason) };
}

const changedKey: SendOutcome = {
  status: "failed",
  code: "forbidden",
  reason:
    "the safety number of the recipient has changed: compare it with them, then trust it with `signal-cli trust`",
};

/** Undefined where it reached anybody, or nothing is said. */
function failureOf(all: NonNullable<z.infer<typeof results>>): SendOutcome | undefined {
  if (all.length === 0 || all.some(({ type }) => type === "SUCCESS")) return undefined;
  const of = (type: string): (typeof all)[number] | undefined =>
    all.find((each) => each.type.startsWith(type));
  const limited = of("RATE_LIMIT_") ?? of("PROOF_REQUIRED_");
  // To a group it may have gone to some: what failed without a word is the worse news.
  if (of("NETWORK_")) return { status: "uncertain", reason: "signal-cli lost the connection to Signal" };
  if (limited !== undefined)
    return {
      status: "retry",
      reason: "Signal limits how much this account sends",
      afterMs: (limited.retryAfterSeconds ?? 60) * 1_000,
    };
  if (of("IDENTITY_")) return changedKey;
  if (of("UNREGISTERED_"))
    return { status: "failed", code: "no-such-chat", reason: "the recipient is not on Signal" };
  return { status: "failed", code: "bad-content", reason: `Signal refused it (${all[0]?.type ?? ""})` };
}

function codeOf(reason: string): SendFailure {
  if (/not a (?:group )?member|not allowed|blocked/i.test(reason)) return "forbidden";
  if (
    /not registered|unregistered|not found|invalid (?:phone|group)|unknown group|no recipients/i.test(reason)
  )
    return "no-such-chat";
  return /too (?:large|big|long)/i.test(reason) ? "too-large" : "bad-content";
}

function accountOr(reason: string): SendFailure {
  return /account/i.test(reason) ? "unauthorised" : "bad-content";
}
