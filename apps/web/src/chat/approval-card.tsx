import type { ApprovalAnswer } from "@hermes/client";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { fullTime } from "../format.ts";
import { refreshActivity } from "../home/activity.ts";
import { client, theSocket } from "../home/client.ts";
import { useCall } from "../home/use-call.ts";
import { rights } from "../home/who.ts";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { Diff } from "../ui/diff.tsx";
import { Field } from "../ui/field.tsx";
import { sayError } from "../ui/toast.tsx";
import { markAnswered, markOpen } from "./waiting-things.ts";
import type { WaitingApproval } from "./waiting-things.ts";

const texts = strings.chat.approval;

/** Where the focus goes that is to answer it. */
export function approvalCardId(approvalId: string): string {
  return `approval-${approvalId}`;
}

/** What would happen, why it is asked, and the answers. Nothing takes the focus: whoever types goes on typing. */
export function ApprovalCard({ approval }: { readonly approval: WaitingApproval }): JSX.Element {
  const { id, tool, summary, reason } = approval;
  const whole = useCall(async (signal) => await client.getApproval({ params: { id }, signal }), [id]);
  const [why, setWhy] = useState("");
  // Told again by a journal, or answered elsewhere.
  const isOver = whole.data !== undefined && whole.data.status !== "open";
  useEffect(() => {
    if (isOver) markAnswered(id);
  }, [isOver, id]);
  const { rule, diff, findings = [], expiresAt } = whole.data ?? {};
  const mayAlways = rule !== undefined && rights.value.has("own");
  const answer = (given: ApprovalAnswer): void => {
    markAnswered(id);
    theSocket()
      .approve(id, given)
      .then(refreshActivity, (error: unknown) => {
        markOpen(id);
        refreshActivity();
        sayError(error);
      });
  };
  const deny = (): void => answer({ decision: "deny", ...(why.trim() === "" ? {} : { reason: why.trim() }) });
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    "1": () => answer({ decision: "once" }),
    "2": () => answer({ decision: "session" }),
    "3": mayAlways ? () => answer({ decision: "always" }) : undefined,
    d: deny,
  };
  return (
    <section
      id={approvalCardId(id)}
      class="card asks"
      tabIndex={-1}
      aria-label={texts.title(tool)}
      onKeyDown={(event) => {
        const act = event.target === event.currentTarget ? keys[event.key.toLowerCase()] : undefined;
        if (act === undefined) return;
        event.preventDefault();
        act();
      }}
    >
      <h2>{texts.title(tool)}</h2>
      <pre class="command" tabIndex={0} role="group" aria-label={strings.chat.command}>
        {summary}
      </pre>
      <p>{reason}</p>
      {findings.length > 0 && (
        <>
          <h3>{texts.findings}</h3>
          <ul class="plain-list">
            {findings.map((finding) => (
              <li key={finding.id}>{finding.reason}</li>
            ))}
          </ul>
        </>
      )}
      {diff !== undefined && diff !== "" && (
        <>
          <h3>{texts.diff}</h3>
          <Diff text={diff} />
        </>
      )}
      {mayAlways && (
        <p class="soft">
          {texts.rule} <code class="breaks">{rule}</code>
        </p>
      )}
      {expiresAt !== undefined && <p class="soft">{texts.expires(fullTime(expiresAt))}</p>}
      {rights.value.has("speak") && (
        <>
          <Field label={texts.reason}>
            <input value={why} onInput={({ currentTarget }) => setWhy(currentTarget.value)} />
          </Field>
          <div class="page-actions">
            <Button kind="primary" onClick={keys["1"]}>
              {texts.once}
            </Button>
            <Button onClick={keys["2"]}>{texts.session}</Button>
            {mayAlways && <Button onClick={keys["3"]}>{texts.always}</Button>}
            <Button kind="danger" onClick={deny}>
              {texts.deny}
            </Button>
          </div>
          <p class="field-hint">{texts.keys}</p>
        </>
      )}
    </section>
  );
}
