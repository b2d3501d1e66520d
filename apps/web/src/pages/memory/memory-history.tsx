import type { MemoryChange, MemoryTarget } from "@hermes/client";
import type { JSX } from "preact";
import { client } from "../../home/client.ts";
import { useCall } from "../../home/use-call.ts";
import { rights } from "../../home/who.ts";
import { strings } from "../../strings/strings.ts";
import { Button } from "../../ui/button.tsx";
import { Diff } from "../../ui/diff.tsx";
import { LoadedView } from "../../ui/loaded.tsx";
import { Empty } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { ActionError } from "../action-error.tsx";
import { useAction } from "../use-action.ts";

export interface MemoryHistoryProps {
  readonly target: MemoryTarget;
  /** Grows with each change that this page makes. */
  readonly changes: number;
  readonly onChange: () => void;
}

/** What was changed, the newest first. */
export function MemoryHistory({ target, changes, onChange }: MemoryHistoryProps): JSX.Element {
  const texts = strings.pages.memory;
  const history = useCall(
    (signal) => client.listMemoryChanges({ params: { target }, signal }),
    [target, changes],
  );
  return (
    <>
      <h3>{texts.history}</h3>
      <LoadedView of={history}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{texts.noHistory}</Empty>
          ) : (
            <ol class="records" aria-label={texts.history}>
              {items.toReversed().map((change) => (
                <ChangeView key={change.id} change={change} onChange={onChange} />
              ))}
            </ol>
          )
        }
      </LoadedView>
    </>
  );
}

function ChangeView({
  change: { id, at, action: kind, by, removed, added },
  onChange,
}: {
  readonly change: MemoryChange;
  readonly onChange: () => void;
}): JSX.Element {
  const texts = strings.pages.memory;
  const action = useAction();
  const takeBack = async (): Promise<void> => {
    if (await action.run(() => client.revertMemory({ params: { id } }), texts.takenBack)) onChange();
  };
  const lines = [...removed.map((each) => `- ${each}`), ...added.map((each) => `+ ${each}`)];
  return (
    <li class="record">
      <div class="record-head">
        <p class="record-facts">
          <strong>{texts.actions[kind]}</strong>
          <span>
            {texts.by[by]} <Time at={at} />
          </span>
        </p>
        {rights.value.has("own") && (
          <Button
            label={texts.takeBackOf(added[0] ?? removed[0] ?? "")}
            isBusy={action.isBusy}
            onClick={() => void takeBack()}
          >
            {texts.takeBack}
          </Button>
        )}
      </div>
      {lines.length > 0 && <Diff text={lines.join("\n")} />}
      <ActionError of={action} />
    </li>
  );
}
