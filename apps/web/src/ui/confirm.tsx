import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { strings } from "../strings/strings.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

export interface Question {
  readonly title: string;
  readonly text: string;
  /** What the button says that does it. */
  readonly action: string;
}

const asked = signal<(Question & { readonly answer: (yes: boolean) => void }) | undefined>(undefined);

/** Asks before something that can't be taken back. */
export function confirm(question: Question): Promise<boolean> {
  asked.value?.answer(false);
  return new Promise((resolve) => {
    asked.value = {
      ...question,
      answer(yes) {
        asked.value = undefined;
        resolve(yes);
      },
    };
  });
}

/** Where such questions are shown, once in the page. */
export function Confirm(): JSX.Element | null {
  const { value } = asked;
  if (value === undefined) return null;
  return (
    <Dialog
      title={value.title}
      onClose={() => value.answer(false)}
      actions={
        <>
          <Button onClick={() => value.answer(false)}>{strings.shell.cancel}</Button>
          <Button kind="danger" onClick={() => value.answer(true)}>
            {value.action}
          </Button>
        </>
      }
    >
      <p>{value.text}</p>
    </Dialog>
  );
}
