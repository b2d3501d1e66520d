import type { JSX } from "preact";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { copyText } from "../ui/copy-text.ts";

export interface CopyButtonProps {
  readonly text: string;
}

/** Puts a text on the clipboard. */
export function CopyButton({ text }: CopyButtonProps): JSX.Element {
  return <Button icon="copy" label={strings.canvas.copy} onClick={() => void copyText(text)} />;
}
