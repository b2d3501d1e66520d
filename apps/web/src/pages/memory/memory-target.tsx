import type { MemoryTarget } from "@hermes/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { client } from "../../home/client.ts";
import { useCall } from "../../home/use-call.ts";
import { rights } from "../../home/who.ts";
import { strings } from "../../strings/strings.ts";
import { Button } from "../../ui/button.tsx";
import { LoadedView } from "../../ui/loaded.tsx";
import { Empty, Section } from "../../ui/page.tsx";
import { MemoryEntryView } from "./memory-entry.tsx";
import { MemoryForm } from "./memory-form.tsx";
import { MemoryHistory } from "./memory-history.tsx";

/** The notes of one file: how full it is, each note, a new one, and what was changed. */
export function MemoryTargetView({ target }: { readonly target: MemoryTarget }): JSX.Element {
  const texts = strings.pages.memory;
  const mayChange = rights.value.has("own");
  const contents = useCall((signal) => client.readMemory({ params: { target }, signal }), [target]);
  const [changes, setChanges] = useState(0);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const onChange = (): void => {
    contents.reload();
    setChanges((count) => count + 1);
  };
  const toggle = (): void => setHistoryOpen((isOpen) => !isOpen);
  return (
    <Section
      title={texts.targets[target]}
      actions={
        <Button icon="clock" isExpanded={isHistoryOpen} onClick={toggle}>
          {texts.history}
        </Button>
      }
    >
      <p class="soft">{texts.targetsAbout[target]}</p>
      <LoadedView of={contents}>
        {({ entries, usedChars, limitChars }) => (
          <>
            <p class="memory-used">
              <meter min={0} max={limitChars} value={usedChars} aria-label={texts.targets[target]} />
              <span>{texts.used(usedChars, limitChars)}</span>
            </p>
            {entries.length === 0 ? (
              <Empty>{texts.empty}</Empty>
            ) : (
              <ul class="records" aria-label={texts.notes(texts.targets[target])}>
                {entries.map((each) => (
                  <MemoryEntryView key={each.entry} target={target} entry={each} onChange={onChange} />
                ))}
              </ul>
            )}
          </>
        )}
      </LoadedView>
      {mayChange && <AddNote target={target} onChange={onChange} />}
      {isHistoryOpen && <MemoryHistory target={target} changes={changes} onChange={onChange} />}
    </Section>
  );
}

function AddNote({
  target,
  onChange,
}: {
  readonly target: MemoryTarget;
  readonly onChange: () => void;
}): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <div>
        <Button icon="plus" onClick={() => setOpen(true)}>
          {strings.pages.memory.add}
        </Button>
      </div>
    );
  return (
    <MemoryForm
      target={target}
      onDone={() => {
        setOpen(false);
        onChange();
      }}
      onCancel={() => setOpen(false)}
    />
  );
}
