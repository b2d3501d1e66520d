import type { JSX } from "preact";
import { strings } from "../strings/strings.ts";
import { EditMessage } from "./edit-message.tsx";
import type { UserEntry } from "./entry.ts";
import { Fold } from "./fold.tsx";
import { MessageActions } from "./message-actions.tsx";
import { textOfParts } from "./session-entries.ts";
import { useSession } from "./session-context.ts";
import { UserParts } from "./user-parts.tsx";

/** What a person said. */
export function UserView({ entry }: { readonly entry: UserEntry }): JSX.Element {
  const { editing } = useSession();
  const { key, id, content, notes } = entry;
  if (editing.value === key && id !== undefined)
    return (
      <EditMessage
        text={textOfParts(content)}
        beforeMessage={id}
        others={content.filter(({ type }) => type !== "text")}
        onClose={() => {
          editing.value = undefined;
        }}
      />
    );
  return (
    <>
      <div class="bubble">
        {entry.isSteered && <p class="small-note">{strings.chat.youMeanwhile}</p>}
        <UserParts content={content} foldKey={key} />
      </div>
      {notes.length > 0 && (
        <Fold id={`notes ${key}`} class="small-note" summary={strings.chat.attachedNotes(notes.length)}>
          {() =>
            notes.map((note, index) => (
              <p key={index} class="plain-text">
                {note}
              </p>
            ))
          }
        </Fold>
      )}
      <MessageActions entry={entry} text={textOfParts(content)} isLast={false} />
    </>
  );
}
