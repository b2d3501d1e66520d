import type { JSX } from "preact";
import { strings } from "../../strings/strings.ts";
import { Field } from "../../ui/field.tsx";
import type { JobDraft } from "./job-draft.ts";

export interface MoreFieldsProps {
  readonly draft: JobDraft;
  readonly isNew: boolean;
  readonly onChange: (more: Partial<JobDraft>) => void;
}

const texts = strings.pages.schedules;
type TextField = Exclude<keyof JobDraft, "noAgent">;

/** What most jobs need not say. */
export function MoreFields({ draft, isNew, onChange }: MoreFieldsProps): JSX.Element {
  const input = (key: TextField, hint?: string, isNumber = false): JSX.Element => (
    <Field label={texts.fields[key]} hint={hint}>
      <input
        inputMode={isNumber ? "decimal" : undefined}
        value={draft[key]}
        onInput={({ currentTarget }) => onChange({ [key]: currentTarget.value })}
      />
    </Field>
  );
  const select = (key: "catchUp" | "overlap", choices: Readonly<Record<string, string>>): JSX.Element => (
    <Field label={texts.fields[key]}>
      <select value={draft[key]} onChange={({ currentTarget }) => onChange({ [key]: currentTarget.value })}>
        <option value="">{texts.asItIs}</option>
        {Object.entries(choices).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
  return (
    <details>
      <summary>{texts.more}</summary>
      <div class="form">
        <div class="form-grid">
          {input("skills", texts.hints.skills)}
          {input("model", texts.hints.model)}
          {input("folder", texts.hints.folder)}
          {input("script", texts.hints.script)}
          {input("repeat", isNew ? texts.hints.repeat : texts.hints.repeatKept, true)}
          {input("timeZone", isNew ? texts.hints.timeZone : texts.hints.timeZoneKept)}
          {select("catchUp", texts.catchUps)}
          {select("overlap", texts.overlaps)}
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={draft.noAgent}
            onChange={({ currentTarget }) => onChange({ noAgent: currentTarget.checked })}
          />
          <span>{texts.fields.isScriptAlone}</span>
        </label>
        <h3>{texts.limits}</h3>
        {!isNew && <p class="soft">{texts.limitsKept}</p>}
        <div class="form-grid">
          {input("usd", undefined, true)}
          {input("tokens", undefined, true)}
          {input("turns", undefined, true)}
          {input("seconds", undefined, true)}
        </div>
      </div>
    </details>
  );
}
