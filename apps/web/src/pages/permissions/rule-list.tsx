import type { PermissionsInfo, RuleEffect, RuleInfo } from "@hermes/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { client } from "../../home/client.ts";
import { rights } from "../../home/who.ts";
import { strings } from "../../strings/strings.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { Field } from "../../ui/field.tsx";
import { Empty, Section } from "../../ui/page.tsx";
import { attempt, sayError } from "../../ui/toast.tsx";
import { ActionError } from "../action-error.tsx";
import { useAction } from "../use-action.ts";
import { Table } from "../../ui/table.tsx";

export interface RuleListProps {
  readonly permissions: PermissionsInfo;
  readonly onChange: () => void;
}

const texts = strings.admin.permissions;
const effects: readonly RuleEffect[] = ["allow", "ask", "deny"];
const kinds = { allow: "good", ask: "warning", deny: "bad" } as const;

/** The rules in their order, and a form for another one. */
export function RuleList({ permissions: { rules, problems }, onChange }: RuleListProps): JSX.Element {
  const remove = async ({ effect, rule }: RuleInfo): Promise<void> => {
    if (!(await confirm({ title: texts.removeTitle, text: rule, action: texts.removeAction }))) return;
    await attempt(async () => await client.removeRule({ body: { effect, rule } }), texts.removed);
    onChange();
  };
  return (
    <Section title={texts.rules}>
      {problems.length > 0 && (
        <div class="note error" role="alert">
          <strong>{texts.problems}</strong>
          <ul class="plain-list">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      {rules.length === 0 ? (
        <Empty>{texts.noRules}</Empty>
      ) : (
        <Table label={texts.rules} head={[texts.effect, texts.rule, texts.source, texts.actions]}>
          {rules.map((each) => (
            <tr key={`${each.effect} ${each.rule} ${each.source}`}>
              <td>
                <Badge kind={kinds[each.effect]}>{texts.effects[each.effect]}</Badge>
              </td>
              <td>
                <code class="breaks">{each.rule}</code>
              </td>
              <td>{each.source}</td>
              <td>
                {rights.value.has("own") && (
                  <Button
                    icon="trash"
                    kind="danger"
                    label={texts.remove(each.rule)}
                    onClick={() => void remove(each)}
                  />
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {rights.value.has("own") && <NewRule onDone={onChange} />}
    </Section>
  );
}

function NewRule({ onDone }: { readonly onDone: () => void }): JSX.Element {
  const [effect, setEffect] = useState<RuleEffect>("allow");
  const [rule, setRule] = useState("");
  const action = useAction();
  const add = async (): Promise<void> => {
    const body = { effect, rule: rule.trim() };
    if (!(await action.run(async () => await client.addRule({ body }), texts.added))) return;
    setRule("");
    onDone();
  };
  return (
    <form
      class="line-form"
      onSubmit={(event) => {
        event.preventDefault();
        add().catch(sayError);
      }}
    >
      <Field label={texts.effect}>
        <select
          value={effect}
          onChange={({ currentTarget: { value } }) =>
            setEffect(effects.find((each) => each === value) ?? "allow")
          }
        >
          {effects.map((each) => (
            <option key={each} value={each}>
              {texts.effects[each]}
            </option>
          ))}
        </select>
      </Field>
      <Field label={texts.rule} hint={texts.ruleHint}>
        <input required value={rule} onInput={({ currentTarget }) => setRule(currentTarget.value)} />
      </Field>
      <Button type="submit" kind="primary" isBusy={action.isBusy} isOff={rule.trim() === ""}>
        {texts.add}
      </Button>
      <ActionError of={action} />
    </form>
  );
}
