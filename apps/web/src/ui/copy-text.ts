import { strings } from "../strings/strings.ts";
import { say } from "./toast.tsx";

/** Puts a text on the clipboard, and says whether that went well. Never rejects. */
export async function copyText(text: string): Promise<void> {
  try {
    // There is none in a page that came over plain HTTP from another machine.
    await navigator.clipboard.writeText(text);
    say(strings.shell.copied);
  } catch {
    say(strings.shell.copyFailed, { isError: true });
  }
}
