import type { JobInfo } from "@hermes/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { client } from "../../home/client.ts";
import { strings } from "../../strings/strings.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { say, sayError } from "../../ui/toast.tsx";
import { ActionError } from "../action-error.tsx";
import { useAction } from "../use-action.ts";
import { changeOf, draftOf, emptyDraft } from "./job-draft.ts";
import type { JobDraft } from "./job-draft.ts";
import { JobPreview } from "./job-preview.tsx";
import { MoreFields } from "./more-fields.tsx";

export interface JobFormProps {
  /** Absent: a new one. */
  readonly job: JobInfo | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const texts = strings.pages.schedules;

/** A job as it is written, with what would become of it. What is refused stays in its fields. */
export function JobForm({ job, onClose, onSaved }: JobFormProps): JSX.Element {
  const before = job === undefined ? emptyDraft : draftOf(job);
  const [draft, setDraft] = useState<JobDraft>(before);
  const action = useAction();
  const change = changeOf(draft, before, job === undefined);
  const isChanged = Object.keys(change).length > 0;
  const set = (more: Partial<JobDraft>): void => setDraft({ ...draft, ...more });
  const save = async (): Promise<void> => {
    const isSaved = await action.run(async () => {
      if (job === undefined) await client.createJob({ body: change });
      else await client.editJob({ params: { id: job.id }, body: change });
    });
    if (!isSaved) return;
    say(job === undefined ? texts.created : texts.saved);
    onSaved();
  };
  return (
    <Dialog title={job === undefined ? texts.new : texts.change(job.name)} isWide onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          save().catch(sayError);
        }}
      >
        <Field label={texts.fields.schedule} hint={texts.hints.schedule}>
          <input
            required
            value={draft.schedule}
            onInput={({ currentTarget }) => set({ schedule: currentTarget.value })}
          />
        </Field>
        <Field label={texts.fields.prompt}>
          <textarea
            rows={4}
            value={draft.prompt}
            onInput={({ currentTarget }) => set({ prompt: currentTarget.value })}
          />
        </Field>
        <div class="form-grid">
          <Field label={texts.fields.name} hint={texts.hints.name}>
            <input value={draft.name} onInput={({ currentTarget }) => set({ name: currentTarget.value })} />
          </Field>
          <Field label={texts.fields.deliver} hint={texts.hints.deliver}>
            <input
              value={draft.deliver}
              onInput={({ currentTarget }) => set({ deliver: currentTarget.value })}
            />
          </Field>
        </div>
        <MoreFields draft={draft} isNew={job === undefined} onChange={set} />
        <JobPreview job={job} change={change} />
        <ActionError of={action} />
        <div class="page-actions">
          <Button type="submit" kind="primary" isBusy={action.isBusy} isOff={!isChanged}>
            {texts.save}
          </Button>
          <Button onClick={onClose}>{texts.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
