import type { MemoryTarget } from "@hermes/client";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { client } from "../../home/client.ts";
import { strings } from "../../strings/strings.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { say, sayError } from "../../ui/toast.tsx";
import { ActionError } from "../action-error.tsx";
import { useAction } from "../use-action.ts";

export interface MemoryFormProps {
  readonly target: MemoryTarget;
  /** The note that it replaces. Absent: a new one. */
  readonly before?: string | undefined;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

const maxChars = 10_000;

/** Writes a note. What is refused stays in the field, with the reason beside it. */
export function MemoryForm({ target, before, onDone, onCancel }: MemoryFormProps): JSX.Element {
  const texts = strings.pages.memory;
  const [content, setContent] = useState(before ?? "");
  const action = useAction();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const save = async (): Promise<void> => {
    const wentWell = await action.run(async () => {
      const { change } = await client.writeMemory({ body: { target, oldText: before, content } });
      say(change === "unchanged" ? texts.unchanged : texts.saved);
    });
    if (wentWell) onDone();
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        save().catch(sayError);
      }}
    >
      <Field label={before === undefined ? texts.newNote : texts.changedNote}>
        <textarea
          ref={field}
          rows={3}
          required
          maxLength={maxChars}
          value={content}
          onInput={(event) => setContent(event.currentTarget.value)}
        />
      </Field>
      <ActionError of={action} />
      <div class="page-actions">
        <Button type="submit" kind="primary" isBusy={action.isBusy} isOff={content.trim() === ""}>
          {texts.save}
        </Button>
        <Button onClick={onCancel}>{texts.cancel}</Button>
      </div>
    </form>
  );
}
