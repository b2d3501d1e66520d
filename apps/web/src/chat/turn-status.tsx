import type { JSX } from "preact";
import { count, duration, money } from "../format.ts";
import { rights } from "../home/who.ts";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { attempt } from "../ui/toast.tsx";
import { useSession } from "./session-context.ts";
import { UserParts } from "./user-parts.tsx";

const texts = strings.chat.turn;
/** Ends after which the same turn can go on. */
const canGoOn: ReadonlySet<string> = new Set(["interrupted", "model-error", "budget-exhausted", "truncated"]);

/** Below the messages: what waits to be said, that something works, or how the turn ended. */
export function TurnStatus(): JSX.Element {
  const session = useSession();
  const { pending, retry, isCondensing } = session.state.value;
  return (
    <div class="turn-status">
      {pending.map(({ key, kind, content }) => (
        <div key={key} class="bubble pending">
          <UserParts content={content} foldKey={key} />
          <p class="small-note">
            {kind === "queue"
              ? strings.chat.waitsForTurn
              : kind === "steer"
                ? strings.chat.goesIn
                : strings.chat.sending}
          </p>
        </div>
      ))}
      {session.isRunning.value ? (
        <p class="small-note working" role="status">
          {isCondensing
            ? strings.chat.condensing
            : retry === undefined
              ? texts.working
              : texts.retry(duration(retry.delayMs), retry.reason)}
        </p>
      ) : (
        <TurnEnd />
      )}
    </div>
  );
}

function TurnEnd(): JSX.Element | null {
  const session = useSession();
  const { end } = session.state.value;
  if (end === undefined) return null;
  const { reason, error, usage } = end;
  if (reason === "answered") {
    const tokens = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.outputTokens;
    const cost = usage.costUsd === undefined ? "" : money(usage.costUsd);
    return tokens === 0 ? null : <p class="small-note">{texts.usage(count(tokens), cost)}</p>;
  }
  const mayGoOn = canGoOn.has(reason) && rights.value.has("speak");
  return (
    <div class="turn-end" role="status">
      <p>{texts.ends[reason] ?? texts.endedOtherwise(reason)}</p>
      {error !== undefined && (
        <p>
          {error.message} {error.hint} <span class="soft">{texts.error(error.code)}</span>
        </p>
      )}
      {mayGoOn && (
        <Button icon="play" onClick={() => void attempt(async () => await session.goOn())}>
          {reason === "model-error" ? texts.tryAgain : texts.goOn}
        </Button>
      )}
    </div>
  );
}
