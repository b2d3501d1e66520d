import type { JSX } from "preact";
import { strings } from "../strings/strings.ts";
import { Badge } from "../ui/badge.tsx";
import { CallView } from "./call-view.tsx";
import type { AnswerPart, CallPart } from "./entry.ts";
import { Fold } from "./fold.tsx";
import { ReasoningView } from "./reasoning-view.tsx";
import { useSession } from "./session-context.ts";

/** So many calls in a row are folded to one line once they are done. */
const foldedFrom = 4;

/** Calls in a row. */
export function CallGroup({ parts }: { readonly parts: readonly AnswerPart[] }): JSX.Element {
  const isRunning = useSession().isRunning.value;
  const calls = parts.filter((part) => part.type === "call");
  const isUnderWay = isRunning && calls.some(({ facts }) => facts.result === undefined);
  if (calls.length < foldedFrom) return <div class="calls">{parts.map(callOrThought)}</div>;
  // Unfolded while it runs; a person who has folded it finds it so.
  return (
    <div class="calls">
      <Fold
        key={isUnderWay ? "under way" : "done"}
        id={`calls ${calls[0]?.id ?? ""} ${isUnderWay ? "under way" : ""}`}
        isOpenFirst={isUnderWay}
        summary={<GroupLine calls={calls} />}
      >
        {() => parts.map(callOrThought)}
      </Fold>
    </div>
  );
}

function GroupLine({ calls }: { readonly calls: readonly CallPart[] }): JSX.Element {
  const names = [...new Set(calls.map(({ name }) => name))];
  const failed = calls.filter(({ facts }) => facts.result?.isError === true).length;
  return (
    <span class="call-line">
      <span class="call-name">{strings.chat.calls(calls.length)}</span>
      <span class="call-detail">{names.join(", ")}</span>
      {failed > 0 && <Badge kind="bad">{strings.chat.failedCalls(failed)}</Badge>}
    </span>
  );
}

function callOrThought(part: AnswerPart): JSX.Element | null {
  if (part.type === "call") return <CallView key={part.id} part={part} />;
  return part.type === "reasoning" ? <ReasoningView key={part.key} part={part} /> : null;
}
