import type { ExplanationInfo } from "@hermes/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { client } from "../../home/client.ts";
import { strings } from "../../strings/strings.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Section } from "../../ui/page.tsx";
import { ActionError } from "../action-error.tsx";
import { useAction } from "../use-action.ts";
import { sayError } from "../../ui/toast.tsx";

const texts = strings.admin.permissions;

/** What would be decided about a command. Nothing is run. */
export function Explain(): JSX.Element {
  const [command, setCommand] = useState("");
  const [found, setFound] = useState<ExplanationInfo>();
  const action = useAction();
  const look = async (): Promise<void> => {
    setFound(undefined);
    await action.run(async () => setFound(await client.explainPermission({ body: { command } })));
  };
  return (
    <Section title={texts.explain}>
      <form
        class="line-form"
        onSubmit={(event) => {
          event.preventDefault();
          look().catch(sayError);
        }}
      >
        <Field label={texts.command} hint={texts.explainHint}>
          <input required value={command} onInput={({ currentTarget }) => setCommand(currentTarget.value)} />
        </Field>
        <Button type="submit" isBusy={action.isBusy} isOff={command.trim() === ""}>
          {texts.explainAction}
        </Button>
      </form>
      <ActionError of={action} />
      <div role="status">{found !== undefined && <Explanation of={found} />}</div>
    </Section>
  );
}

function Explanation({ of }: { readonly of: ExplanationInfo }): JSX.Element {
  const rows: readonly (readonly [string, string | undefined])[] = [
    [texts.verdict, of.verdict],
    [texts.decidedBy, of.decidedBy],
    [texts.reason, of.reason],
    [texts.byRule, of.rule],
    [texts.findings, of.findings.map(({ reason }) => reason).join(" ") || undefined],
  ];
  return (
    <dl class="facts">
      {rows.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
