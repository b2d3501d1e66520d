import type { JSX } from "preact";
import { count, money } from "../format.ts";
import { client } from "../home/client.ts";
import { useCall } from "../home/use-call.ts";
import { strings } from "../strings/strings.ts";
import { useSession } from "./session-context.ts";

const texts = strings.chat.header;

/** What the session has cost so far. */
export function CostOfSession(): JSX.Element | null {
  const session = useSession();
  const id = session.id.value;
  const { data } = useCall(
    async (signal) => await client.getUsage({ query: { sessionId: id }, signal }),
    [id, session.turns.value],
  );
  if (data === undefined || data.calls === 0) return null;
  const { tokens, costUsd, calls, callsWithoutPrice } = data;
  const all = texts.tokens(count(tokens.input + tokens.cacheRead + tokens.output));
  const title = [
    texts.costTitle,
    all,
    ...(callsWithoutPrice > 0 ? [texts.somePrice(callsWithoutPrice)] : []),
  ];
  return (
    <span class="cost" title={title.join(" · ")}>
      {callsWithoutPrice === calls ? `${all}, ${texts.noPrice}` : money(costUsd)}
    </span>
  );
}
