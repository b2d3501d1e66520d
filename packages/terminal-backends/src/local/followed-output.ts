import type { Socket } from "node:net";
import type { OutputPipe } from "./output-pipe.ts";

export interface FollowedOutput {
  /** Resolves when what the command wrote was handed over. Children in the background may go on writing. */
  settled(): Promise<void>;
  /** Lets this process end although somebody holds the output open. */
  unref(): void;
}

/** Hands over what comes out of a pipe, decoded, and gives the pipe back at its end. */
export function followOutput(pipe: OutputPipe, onText: (text: string) => void): FollowedOutput {
  const { reader } = pipe;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  reader.on("data", (bytes: Uint8Array) => onText(decoder.decode(bytes, { stream: true })));
  // A pipe that cannot be read any more is at its end: "close" follows.
  reader.on("error", () => undefined);
  let isOpen = true;
  const handOverRest = (): void => {
    const rest = decoder.decode();
    if (rest !== "") onText(rest);
  };
  reader.once("close", () => {
    isOpen = false;
    handOverRest();
    pipe.recycle();
  });
  return {
    async settled() {
      // Not `reader.closed`, which is true before the listeners of "close" have run.
      if (isOpen) await outputSettled(reader);
      // A character that was cut short, where the end of the pipe is not there yet.
      if (isOpen) handOverRest();
    },
    unref: () => reader.unref(),
  };
}

/** Resolves at the end of the output, or soon after the last of it when children in the background keep it open. */
function outputSettled(reader: Socket): Promise<void> {
  return new Promise((resolve) => {
    let received = false;
    const onData = () => {
      received = true;
      idle.refresh();
    };
    const finish = () => {
      clearTimeout(idle);
      clearTimeout(limit);
      reader.off("data", onData).off("close", finish);
      resolve();
    };
    // On a busy machine a timer fires before what has long been in the pipe was read. The reading comes between the
    // timers and the immediates.
    const idle = setTimeout(() => {
      received = false;
      setImmediate(() => {
        if (!received) finish();
      });
    }, 50);
    const limit = setTimeout(() => setImmediate(finish), 250);
    reader.on("data", onData).once("close", finish);
  });
}
