import type { JSX } from "preact";
import { strings } from "../strings/strings.ts";
import { Diff } from "../ui/diff.tsx";
import { argumentsOf, diffOfCall, pretty } from "./call-shape.ts";
import type { CallPart } from "./entry.ts";
import { LongText } from "./long-text.tsx";

/** What a call asks for, so that a person can read it. */
export function CallArguments({ part }: { readonly part: CallPart }): JSX.Element {
  const fields = argumentsOf(part);
  const diff = diffOfCall(part);
  const { command, path, content } = fields ?? {};
  if (part.name === "terminal" && typeof command === "string")
    return <LongText label={strings.chat.command} text={command} />;
  if (typeof path === "string" && diff !== undefined)
    return (
      <>
        <p class="call-path">
          <span class="soft">{strings.chat.file}</span> <code>{path}</code>
        </p>
        <Diff text={diff} />
      </>
    );
  if (part.name === "write_file" && typeof path === "string" && typeof content === "string")
    return (
      <>
        <p class="call-path">
          <span class="soft">{strings.chat.file}</span> <code>{path}</code>
        </p>
        <LongText label={strings.chat.written} text={content} />
      </>
    );
  return (
    <>
      <LongText label={strings.chat.arguments} text={pretty(part.arguments)} />
      {diff !== undefined && <Diff text={diff} />}
    </>
  );
}
