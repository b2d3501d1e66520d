import type { JSX } from "preact";
import { openInCanvas } from "../canvas/canvas-state.ts";
import { duration } from "../format.ts";
import { strings } from "../strings/strings.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { argumentsOf, callDetail, callStateOf, canvasOf, emojiOf } from "./call-shape.ts";
import type { CallState } from "./call-shape.ts";
import { CallApproval } from "./call-approval.tsx";
import { CallArguments } from "./call-arguments.tsx";
import { CallOutput, CallProgressView } from "./call-output.tsx";
import type { CallPart } from "./entry.ts";
import { Fold } from "./fold.tsx";
import { useSession } from "./session-context.ts";
import { drawnBy } from "./use-session-canvas.ts";
import { openApprovals } from "./waiting-things.ts";

const badges: Readonly<Record<CallState, "good" | "bad" | "warning" | "plain">> = {
  writing: "plain",
  running: "plain",
  waiting: "warning",
  done: "good",
  failed: "bad",
  notRun: "bad",
  open: "warning",
};

/** One call: a line, and all of it once that is unfolded. */
export function CallView({ part }: { readonly part: CallPart }): JSX.Element {
  const session = useSession();
  const approval = openApprovals(session).find(({ callId }) => callId === part.id);
  const isRunning = session.isRunning.value;
  const state = callStateOf(part, { isRunning, isWaiting: approval !== undefined });
  const shown = part.name === "canvas" ? drawnBy(session, part) : canvasOf(part);
  const { durationMs } = part.facts;
  return (
    <div class={`call ${state}`} data-call={part.id}>
      <Fold
        id={`call ${part.id}`}
        summary={
          <span class="call-line">
            <span class="call-emoji" aria-hidden="true">
              {emojiOf(part)}
            </span>
            <span class="call-name">{part.name}</span>
            <span class="call-detail">{callDetail(part)}</span>
            {durationMs !== undefined && <span class="call-time">{duration(durationMs)}</span>}
            <Badge kind={badges[state]}>{strings.chat.callState[state]}</Badge>
          </span>
        }
      >
        {() => (
          <>
            <CallArguments part={part} />
            <CallOutput part={part} />
          </>
        )}
      </Fold>
      {(state === "running" || state === "waiting") && <CallProgressView part={part} />}
      {approval !== undefined && <CallApproval approval={approval} />}
      {shown !== undefined && argumentsOf(part) !== undefined && (
        <div class="call-actions">
          <Button icon="canvas" onClick={() => openInCanvas(shown)}>
            {strings.chat.canvas}
          </Button>
        </div>
      )}
    </div>
  );
}
