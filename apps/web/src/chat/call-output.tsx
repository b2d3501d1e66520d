import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { strings } from "../strings/strings.ts";
import { resultText } from "./call-shape.ts";
import type { CallPart, CallProgress } from "./entry.ts";
import { LongText } from "./long-text.tsx";
import { pictureUrl } from "./pictures.ts";

const labels = {
  output: strings.chat.output,
  json: strings.chat.result,
  error: strings.chat.result,
};

/** What a call gave. */
export function CallOutput({ part }: { readonly part: CallPart }): JSX.Element | null {
  const shown = resultText(part.facts);
  if (shown === undefined) return null;
  const pictures = (part.facts.result?.images ?? []).flatMap((image) => pictureUrl(image) ?? []);
  return (
    <>
      <LongText label={labels[shown.kind]} text={shown.text} isBad={shown.kind === "error"} />
      {pictures.map((url, index) => (
        <img key={index} class="picture" src={url} alt={strings.chat.pictureOf(part.name)} />
      ))}
    </>
  );
}

/** What a call that runs has told so far. */
export function CallProgressView({ part }: { readonly part: CallPart }): JSX.Element | null {
  const { progress = [] } = part.facts;
  if (progress.length === 0) return null;
  return (
    <div class="call-progress">
      {progress.map((each, index) => (
        <ProgressLines key={each.subject ?? index} progress={each} />
      ))}
    </div>
  );
}

/** The newest line is in sight. */
function ProgressLines({ progress: { lines, text } }: { readonly progress: CallProgress }): JSX.Element {
  const box = useRef<HTMLPreElement>(null);
  useLayoutEffect(() => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  if (lines.length === 0) return <p class="soft">{text}</p>;
  return (
    <pre ref={box} tabIndex={0} role="group" aria-label={strings.chat.liveOutput}>
      {lines.join("\n")}
    </pre>
  );
}
