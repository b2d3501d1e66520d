import type { UserPart } from "@hermes/models";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { attempt, sayError } from "../ui/toast.tsx";
import { sayInstead } from "./branches.ts";
import { useSession } from "./session-context.ts";

export interface EditMessageProps {
  readonly text: string;
  readonly beforeMessage: number;
  /** What came with the words, and goes with the new ones. */
  readonly others: readonly UserPart[];
  readonly onClose: () => void;
}

/** In place of a message: what is to be said instead, in a copy. */
export function EditMessage({ text, beforeMessage, others, onClose }: EditMessageProps): JSX.Element {
  const session = useSession();
  const [typed, setTyped] = useState(text);
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(text.length, text.length);
  }, []);
  const save = (): void => {
    if (typed.trim() === "" || isBusy) return;
    setBusy(true);
    attempt(
      async () => await sayInstead(session, beforeMessage, [...others, { type: "text", text: typed }]),
    ).then((isDone) => {
      setBusy(false);
      if (isDone) onClose();
    }, sayError);
  };
  return (
    <form
      class="edit-message"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        ref={box}
        aria-label={strings.chat.editLabel}
        rows={Math.min(12, typed.split("\n").length + 1)}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.preventDefault();
            event.stopPropagation();
            onClose();
          } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            save();
          }
        }}
      />
      <p class="field-hint">{strings.chat.editHint}</p>
      <div class="page-actions">
        <Button type="submit" kind="primary" isBusy={isBusy} isOff={typed.trim() === ""}>
          {strings.chat.saveEdit}
        </Button>
        <Button onClick={onClose}>{strings.shell.cancel}</Button>
      </div>
    </form>
  );
}
