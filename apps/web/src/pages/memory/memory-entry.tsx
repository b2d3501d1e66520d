import type { MemoryEntry, MemoryTarget } from "@hermes/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { client } from "../../home/client.ts";
import { rights } from "../../home/who.ts";
import { hrefOf } from "../../router.ts";
import { strings } from "../../strings/strings.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Time } from "../../ui/time.tsx";
import { ActionError } from "../action-error.tsx";
import { useAction } from "../use-action.ts";
import { MemoryForm } from "./memory-form.tsx";

export interface MemoryEntryViewProps {
  readonly target: MemoryTarget;
  readonly entry: MemoryEntry;
  readonly onChange: () => void;
}

/** One note with its receipt. */
export function MemoryEntryView({ target, entry, onChange }: MemoryEntryViewProps): JSX.Element {
  const texts = strings.pages.memory;
  const [isEdited, setEdited] = useState(false);
  const action = useAction();
  const remove = async (): Promise<void> => {
    const work = () => client.writeMemory({ body: { target, oldText: entry.entry } });
    if (await action.run(work, texts.removed)) onChange();
  };
  const done = (): void => {
    setEdited(false);
    onChange();
  };
  return (
    <li class="record">
      {isEdited ? (
        <MemoryForm target={target} before={entry.entry} onDone={done} onCancel={() => setEdited(false)} />
      ) : (
        <div class="record-head">
          <p class="record-text">{entry.entry}</p>
          {rights.value.has("own") && (
            <div class="page-actions">
              <Button icon="edit" label={texts.editNote(entry.entry)} onClick={() => setEdited(true)} />
              <Button
                icon="trash"
                kind="danger"
                label={texts.removeNote(entry.entry)}
                isBusy={action.isBusy}
                onClick={() => void remove()}
              />
            </div>
          )}
        </div>
      )}
      <Receipt entry={entry} />
      <ActionError of={action} />
    </li>
  );
}

function Receipt({ entry }: { readonly entry: MemoryEntry }): JSX.Element {
  const texts = strings.pages.memory;
  const { by, sessionId, writtenAt, confirmedAt, withheld } = entry;
  return (
    <>
      <p class="record-facts">
        <span>
          {texts.by[by]} <Time at={writtenAt} />
        </span>
        {sessionId !== undefined && <a href={hrefOf("chat", sessionId)}>{texts.inSession}</a>}
        {confirmedAt !== writtenAt && (
          <span>
            {texts.confirmed} <Time at={confirmedAt} />
          </span>
        )}
      </p>
      {withheld !== undefined && (
        <p class="record-text">
          <Badge kind="warning">{texts.withheld}</Badge> {withheld}
        </p>
      )}
    </>
  );
}
