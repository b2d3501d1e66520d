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
  const { key, id, content, fromCanvas, notes } = entry;
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
        {fromCanvas === undefined ? (
          <UserParts content={content} foldKey={key} />
        ) : (
          <FromCanvas json={fromCanvas} />
        )}
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
      {fromCanvas === undefined && (
        <MessageActions entry={entry} text={textOfParts(content)} isLast={false} />
      )}
    </>
  );
}

/** What a page on the canvas has sent: text, whatever it says. */
function FromCanvas({ json }: { readonly json: string }): JSX.Element {
  return (
    <>
      <p class="small-note">{strings.canvas.fromCanvas}</p>
      <p class="plain-text from-canvas">
        <code>{json}</code>
      </p>
    </>
  );
}
