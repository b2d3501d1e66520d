import type { JSX } from "preact";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { say } from "../ui/toast.tsx";

export interface CopyButtonProps {
  readonly text: string;
}

/** Puts a text on the clipboard. */
export function CopyButton({ text }: CopyButtonProps): JSX.Element {
  return (
    <Button
      icon="copy"
      label={strings.canvas.copy}
      onClick={() => void copyText(text).catch(() => undefined)}
    />
  );
}

/** Says whether it went well. Never rejects. */
async function copyText(text: string): Promise<void> {
  try {
    // Not there in a page that came over plain HTTP from another machine.
    await navigator.clipboard.writeText(text);
    say(strings.canvas.copied);
  } catch {
    say(strings.canvas.copyFailed, { isError: true });
  }
}
