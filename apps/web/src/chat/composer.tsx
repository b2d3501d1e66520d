import type { InputPart } from "@hermes/client";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { attempt, say, sayError } from "../ui/toast.tsx";
import { AttachButton, AttachmentList, useAttachments } from "./attachments.tsx";
import { useSession } from "./session-context.ts";
import type { SendKind } from "./session-state.ts";
import { useDraft } from "./use-draft.ts";

const texts = strings.chat.composer;
const maxHeight = 320;

export interface ComposerProps {
  /** Files that were dropped on the chat; taken once. */
  readonly dropped: readonly File[];
  readonly onTaken: () => void;
}

/** Where the person writes. What is typed outlives a reload of the page. */
export function Composer({ dropped, onTaken }: ComposerProps): JSX.Element {
  const session = useSession();
  const isRunning = session.isRunning.value;
  const { typed, setTyped, putBack } = useDraft(session.id.value);
  const { files, attach } = useAttachments();
  const box = useRef<HTMLTextAreaElement>(null);
  const attachAndGoOn = async (chosen: readonly File[]): Promise<void> => {
    await attach(chosen);
    box.current?.focus();
  };
  useEffect(() => {
    if (dropped.length === 0) return;
    onTaken();
    attachAndGoOn(dropped).catch(sayError);
  }, [dropped]);
  useEffect(() => {
    const returned = session.returned.value;
    if (returned === undefined) return;
    session.returned.value = undefined;
    putBack(returned);
    say(texts.returned);
  }, [session.returned.value]);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    current.style.height = "auto";
    current.style.height = `${Math.min(maxHeight, current.scrollHeight + 2)}px`;
  }, [typed]);
  useEffect(() => {
    // Whoever types elsewhere already, as in the search, goes on there.
    const isTyping = document.activeElement?.matches("input, textarea, select") ?? false;
    if (!isTyping) box.current?.focus({ preventScroll: true });
  }, [session]);

  const isEmpty = typed.trim() === "" && files.value.length === 0;
  const send = (kind: SendKind): void => {
    if (isEmpty) return;
    const words: readonly InputPart[] = typed.trim() === "" ? [] : [{ type: "text", text: typed }];
    const sent = files.value;
    setTyped("");
    files.value = [];
    const giveBack = (isSent: boolean): void => {
      if (isSent) return;
      putBack(typed);
      files.value = [...sent, ...files.value];
    };
    session.send([...sent.map(({ part }) => part), ...words], kind).then(giveBack, sayError);
  };
  const enter = (): void => send(isRunning ? "steer" : "now");
  const editLast = (): void => {
    const last = session.entries.peek().findLast((entry) => entry.kind === "user" && !entry.isSteered);
    if (last?.kind === "user" && last.id !== undefined) session.editing.value = last.key;
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        enter();
      }}
    >
      <AttachmentList files={files} />
      <textarea
        ref={box}
        rows={1}
        aria-label={texts.label}
        placeholder={isRunning ? texts.placeholderBusy : texts.placeholder}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onPaste={(event) => {
          const pasted = [...(event.clipboardData?.files ?? [])];
          if (pasted.length === 0) return;
          event.preventDefault();
          attachAndGoOn(pasted).catch(sayError);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            enter();
          } else if (event.key === "ArrowUp" && typed === "") {
            event.preventDefault();
            editLast();
          }
        }}
      />
      <div class="composer-actions">
        <AttachButton onFiles={attachAndGoOn} />
        {isRunning && <span class="field-hint composer-hint">{texts.steerHint}</span>}
        <span class="composer-space" />
        {isRunning && <RunningActions isEmpty={isEmpty} send={send} />}
        <Button type="submit" icon="send" kind="primary" label={texts.send} isOff={isEmpty} />
      </div>
    </form>
  );
}

interface RunningActionsProps {
  readonly isEmpty: boolean;
  readonly send: (kind: SendKind) => void;
}

/** What can be done besides steering while a turn runs. */
function RunningActions({ isEmpty, send }: RunningActionsProps): JSX.Element {
  const session = useSession();
  return (
    <>
      {!isEmpty && (
        <>
          <Button onClick={() => send("queue")}>{texts.queue}</Button>
          <Button onClick={() => send("interrupt")}>{texts.interrupt}</Button>
        </>
      )}
      <Button icon="stop" onClick={() => void attempt(async () => await session.stop())}>
        {texts.stop}
      </Button>
    </>
  );
}
