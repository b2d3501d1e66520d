import { Writable } from "node:stream";
import { exitCodes, Stop, type Host } from "../host.ts";
import { readAll } from "./read-all.ts";

/**
 * Reads what nobody else shall see: from a person without showing it, or from standard input to its end.
 *
 * @returns Without the line break at its end. Empty when nothing was given.
 * @throws A `Stop` at Ctrl-C.
 */
export async function askSecret(host: Host, prompt: string): Promise<string> {
  if (!host.stdinIsTerminal) return (await readAll(host.stdin())).replace(/\r?\n$/, "");
  const { LineEditor } = await import("./line-editor.ts");
  // The editor draws what is typed; here it draws into nothing.
  const editor = new LineEditor({
    input: host.stdin(),
    output: new Writable({ write: (_c, _e, done) => done() }),
  });
  // Asked now and not before: until the editor has the terminal, the terminal itself shows what is typed.
  host.stderr.write(prompt);
  try {
    const answer = await editor.read({ prompt: "", plain: true, secret: true, signal: host.stopped });
    if (answer.type === "interrupt")
      throw new Stop("The person interrupted the question.", exitCodes.interrupted);
    return answer.type === "line" ? answer.text : "";
  } finally {
    editor.close();
    host.stderr.write("\n");
  }
}
