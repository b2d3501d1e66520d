import { Component } from "preact";
import type { JSX } from "preact";
import { strings } from "../strings/strings.ts";
import { AnswerView } from "./answer-view.tsx";
import type { Entry, NoteEntry } from "./entry.ts";
import { Fold } from "./fold.tsx";
import { UserView } from "./user-view.tsx";

export interface EntryViewProps {
  readonly entry: Entry;
  /** The one that a search has found. */
  readonly isHit: boolean;
  /** The newest answer, which can be asked for again. */
  readonly isLast: boolean;
}

/** Drawn anew only when it is another one: an entry never changes. */
export class EntryView extends Component<EntryViewProps> {
  override shouldComponentUpdate({ entry, isHit, isLast }: EntryViewProps): boolean {
    const { props } = this;
    return entry !== props.entry || isHit !== props.isHit || isLast !== props.isLast;
  }

  override render(): JSX.Element {
    const { entry, isHit, isLast } = this.props;
    const name = `entry ${entry.kind}${isHit ? " hit-entry" : ""}`;
    const place = { "data-entry": entry.key, "data-id": entry.id };
    if (entry.kind === "note")
      return (
        <div class={name} {...place}>
          <NoteView note={entry} />
        </div>
      );
    const label =
      entry.kind === "answer"
        ? strings.chat.agent
        : entry.isSteered
          ? strings.chat.youMeanwhile
          : strings.chat.you;
    return (
      <article class={name} aria-label={label} {...place}>
        {entry.kind === "user" ? <UserView entry={entry} /> : <AnswerView entry={entry} isLast={isLast} />}
      </article>
    );
  }
}

const foldedChars = 160;

/** A small line; what is long is folded. */
function NoteView({ note: { key, note, text } }: { readonly note: NoteEntry }): JSX.Element {
  if (note === "warning" || note === "event") return <p class={`small-note ${note}`}>{text}</p>;
  const [first = ""] = text.split("\n");
  return (
    <Fold
      id={`note ${key}`}
      class="small-note"
      summary={`${strings.chat.notes[note]}: ${first.slice(0, foldedChars)}`}
    >
      {() => <p class="plain-text">{text}</p>}
    </Fold>
  );
}
