import type { UserPart } from "@hermes/models";
import type { JSX } from "preact";
import { strings } from "../strings/strings.ts";
import { Icon } from "../ui/icon.tsx";
import { attachedText } from "./attached-text.ts";
import { Fold } from "./fold.tsx";
import { pictureUrl } from "./pictures.ts";

export interface UserPartsProps {
  readonly content: readonly UserPart[];
  readonly foldKey: string;
}

/** The parts of a message of a person; text files that came with it are folded. */
export function UserParts({ content, foldKey }: UserPartsProps): JSX.Element {
  return (
    <>
      {content.map((part, index) => (
        <Part key={index} part={part} foldKey={`${foldKey} ${index}`} />
      ))}
    </>
  );
}

function Part({ part, foldKey }: { readonly part: UserPart; readonly foldKey: string }): JSX.Element | null {
  if (part.type === "text") {
    const file = attachedText(part.text);
    if (file === undefined) return part.text === "" ? null : <p class="plain-text">{part.text}</p>;
    return (
      <Fold id={`file ${foldKey}`} class="attached" summary={strings.chat.fileNamed(file.name)}>
        {() => (
          <pre tabIndex={0} role="group" aria-label={file.name}>
            {file.text}
          </pre>
        )}
      </Fold>
    );
  }
  if (part.type === "file")
    return (
      <p class="attached">
        <Icon name="attach" />{" "}
        {part.name === undefined ? strings.chat.unnamedFile : strings.chat.fileNamed(part.name)}
      </p>
    );
  const url = pictureUrl(part);
  return url === undefined ? (
    <p class="attached">{strings.chat.pictureElsewhere}</p>
  ) : (
    <img class="picture" src={url} alt={strings.chat.picture} />
  );
}
