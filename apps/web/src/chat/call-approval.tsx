import type { JSX } from "preact";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { approvalCardId } from "./approval-card.tsx";
import type { WaitingApproval } from "./waiting-things.ts";

/** At the place of the call: what is asked, and the way to the card that answers it. */
export function CallApproval({ approval }: { readonly approval: WaitingApproval }): JSX.Element {
  return (
    <div class="call-approval">
      <p>
        <strong>{strings.chat.approval.waits}</strong> {approval.reason}
      </p>
      <pre tabIndex={0} role="group" aria-label={strings.chat.command}>
        {approval.summary}
      </pre>
      <Button kind="primary" onClick={() => document.getElementById(approvalCardId(approval.id))?.focus()}>
        {strings.chat.answerIt}
      </Button>
    </div>
  );
}
