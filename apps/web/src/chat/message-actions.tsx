import type { JSX } from "preact";
import { fullTime } from "../format.ts";
import { rights } from "../home/who.ts";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { Time } from "../ui/time.tsx";
import { attempt } from "../ui/toast.tsx";
import { branchBehind, sayAgain } from "./branches.ts";
import type { AnswerEntry, UserEntry } from "./entry.ts";
import { useSession } from "./session-context.ts";
import { copyText } from "../ui/copy-text.ts";

export interface MessageActionsProps {
  readonly entry: AnswerEntry | UserEntry;
  readonly text: string;
  readonly isLast: boolean;
}

/** What can be done with a message: seen while the pointer or the focus is on it. */
export function MessageActions({ entry, text, isLast }: MessageActionsProps): JSX.Element {
  const session = useSession();
  const { id } = entry;
  const maySpeak = rights.value.has("speak");
  const lastId = entry.kind === "answer" ? entry.lastId : id;
  return (
    <div class="message-actions">
      {text !== "" && <Button icon="copy" label={strings.chat.copy} onClick={() => void copyText(text)} />}
      {entry.kind === "user" && maySpeak && id !== undefined && (
        <Button
          icon="edit"
          label={strings.chat.edit}
          onClick={() => {
            session.editing.value = entry.key;
          }}
        />
      )}
      {isLast && maySpeak && id !== undefined && (
        <Button
          icon="retry"
          label={strings.chat.retry}
          onClick={() => void attempt(async () => await sayAgain(session))}
        />
      )}
      {maySpeak && lastId !== undefined && (
        <Button
          icon="branch"
          label={strings.chat.branch}
          onClick={() => void attempt(async () => await branchBehind(session, lastId))}
        />
      )}
      {entry.at !== undefined && (
        <span class="message-time" title={fullTime(entry.at)}>
          <Time at={entry.at} />
        </span>
      )}
    </div>
  );
}
