// What every contestant of the loop benchmark does: call `echo` until the server says that it is enough.

export const system = "You are a helpful assistant. Use the echo tool when asked.";
export const question = "Call echo until done.";
export const description = "Echo the text back";
const padding = "lorem ipsum ".repeat(Math.ceil(Number(process.env["RESULT_BYTES"] ?? 0) / 12));

/** Runs the task once and gives the final text. */
export type Loop = () => Promise<string>;

let calls = 0;

export function echo(text: string): string {
  calls += 1;
  return `echo: ${text}${padding}`;
}

/** Calls since the last time this was asked. */
export function takeCalls(): number {
  const taken = calls;
  calls = 0;
  return taken;
}
