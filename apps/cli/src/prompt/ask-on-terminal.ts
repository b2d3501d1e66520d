import type { Host } from "../host.ts";
import type { Screen } from "../render/screen.ts";
import type { Ask } from "./ask.ts";

/** Opens the terminal for one question and gives it back. The question goes to standard error: the answer is not ours. */
export function askOnTerminal(host: Host, screen: Screen): Ask {
  return async ({ intro, ...options }) => {
    const { LineEditor } = await import("./line-editor.ts");
    for (const line of intro) screen.note(line);
    screen.hold();
    const editor = new LineEditor({ input: host.stdin(), output: host.stderr });
    try {
      return await editor.read(options);
    } finally {
      editor.close();
      screen.release();
    }
  };
}
