import type { InputPart } from "@hermes/client";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { bytes } from "../format.ts";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { attempt, say, sayError } from "../ui/toast.tsx";
import { maxTotalBytes, readAttachment } from "./read-attachment.ts";
import type { Attachment } from "./read-attachment.ts";
import { useSession } from "./session-context.ts";
import type { SendKind } from "./session-state.ts";

const texts = strings.chat.composer;

export interface ComposerProps {
  /** Files that were dropped on the chat; taken once. */
  readonly dropped: readonly File[];
  readonly onTaken: () => void;
}

/** Where the person writes. What is typed outlives a reload of the page. */
export function Composer({ dropped, onTaken }: ComposerProps): JSX.Element {
  const session = useSession();
  const id = session.id.value;
  const isRunning = session.isRunning.value;
  const [typed, setTyped] = useDraft(id);
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const box = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const attach = async (files: readonly File[]): Promise<void> => {
    let all = attachments;
    for (const file of files) {
      // oxlint-disable-next-line no-await-in-loop -- each is told where it is refused
      await attempt(async () => {
        const read = await readAttachment(file);
        const total = [...all, read].reduce((sum, { size }) => sum + size, 0);
        if (total > maxTotalBytes) throw new Error(strings.chat.refused.tooMuch(bytes(maxTotalBytes)));
        all = [...all, read];
      });
    }
    setAttachments(all);
    box.current?.focus();
  };
  useEffect(() => {
    if (dropped.length === 0) return;
    onTaken();
    attach(dropped).catch(sayError);
  }, [dropped]);
  useEffect(() => {
    const returned = session.returned.value;
    if (returned === undefined) return;
    session.returned.value = undefined;
    setTyped([returned, typed].filter(Boolean).join("\n"));
    say(texts.returned);
  }, [session.returned.value]);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    current.style.height = "auto";
    current.style.height = `${Math.min(320, current.scrollHeight + 2)}px`;
  }, [typed]);
  useEffect(() => {
    // Whoever types elsewhere already, as in the search, goes on there.
    const isTyping = document.activeElement?.matches("input, textarea, select") ?? false;
    if (!isTyping) box.current?.focus({ preventScroll: true });
  }, [session]);

  const isEmpty = typed.trim() === "" && attachments.length === 0;
  const send = (kind: SendKind): void => {
    if (isEmpty) return;
    const words: readonly InputPart[] = typed.trim() === "" ? [] : [{ type: "text", text: typed }];
    const kept = { typed, attachments };
    setTyped("");
    setAttachments([]);
    const giveBack = (isSent: boolean): void => {
      if (isSent) return;
      setTyped(kept.typed);
      setAttachments(kept.attachments);
    };
    session.send([...attachments.map(({ part }) => part), ...words], kind).then(giveBack, sayError);
  };
  const editLast = (): void => {
    const last = session.entries.peek().findLast((entry) => entry.kind === "user" && !entry.isSteered);
    if (last?.kind === "user" && last.id !== undefined) session.editing.value = last.key;
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send(isRunning ? "steer" : "now");
      }}
    >
      {attachments.length > 0 && (
        <Attachments
          attachments={attachments}
          onRemove={(key) => setAttachments(attachments.filter((each) => each.key !== key))}
        />
      )}
      <textarea
        ref={box}
        rows={1}
        aria-label={texts.label}
        placeholder={isRunning ? texts.placeholderBusy : texts.placeholder}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onPaste={(event) => {
          const files = [...(event.clipboardData?.files ?? [])];
          if (files.length === 0) return;
          event.preventDefault();
          attach(files).catch(sayError);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            send(isRunning ? "steer" : "now");
          } else if (event.key === "ArrowUp" && typed === "") {
            event.preventDefault();
            editLast();
          }
        }}
      />
      <div class="composer-actions">
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={({ currentTarget }) => {
            attach([...(currentTarget.files ?? [])]).catch(sayError);
            currentTarget.value = "";
          }}
        />
        <Button icon="attach" label={texts.attach} onClick={() => picker.current?.click()} />
        {isRunning && <span class="field-hint composer-hint">{texts.steerHint}</span>}
        <span class="composer-space" />
        {isRunning && !isEmpty && (
          <>
            <Button onClick={() => send("queue")}>{texts.queue}</Button>
            <Button onClick={() => send("interrupt")}>{texts.interrupt}</Button>
          </>
        )}
        {isRunning && (
          <Button icon="stop" onClick={() => void attempt(async () => await session.stop())}>
            {texts.stop}
          </Button>
        )}
        <Button type="submit" icon="send" kind="primary" label={texts.send} isOff={isEmpty} />
      </div>
    </form>
  );
}

interface AttachmentsProps {
  readonly attachments: readonly Attachment[];
  readonly onRemove: (key: string) => void;
}

function Attachments({ attachments, onRemove }: AttachmentsProps): JSX.Element {
  return (
    <ul class="attachments" aria-label={texts.attachments}>
      {attachments.map(({ key, name, size, url }) => (
        <li key={key}>
          {url === undefined ? <Icon name="attach" /> : <img src={url} alt="" />}
          <span class="attachment-name">{name}</span>
          <span class="soft">{bytes(size)}</span>
          <Button icon="close" label={texts.remove(name)} onClick={() => onRemove(key)} />
        </li>
      ))}
    </ul>
  );
}

/** What is typed, kept with this tab for each session. */
function useDraft(id: string | undefined): readonly [string, (typed: string) => void] {
  const key = `draft ${id ?? ""}`;
  const [draft, setDraft] = useState({ key, typed: sessionStorage.getItem(key) ?? "" });
  const typed = draft.key === key ? draft.typed : (sessionStorage.getItem(key) ?? "");
  const set = (next: string): void => {
    if (next === "") sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
    setDraft({ key, typed: next });
  };
  return [typed, set];
}
