import { dropOldest } from "../drop-oldest.ts";

/** What this adapter sent, to know replies to it and its echoes in the chat of the account with itself. */
export interface OwnMessages {
  /** Before a text is sent to the account itself: its echo can be faster than the answer. @returns What to say once it is known how it ended. */
  expect(text: string): (timestamp: number | "not-sent" | undefined) => void;
  sent(timestamp: number): void;
  has(timestamp: number): boolean;
  /** Whether a note of the account to itself is one that we wrote. */
  isEcho(timestamp: number, text: string): boolean;
}

const kept = 2_000;

export function createOwnMessages(): OwnMessages {
  const timestamps = new Set<number>();
  const expected: string[] = [];
  const forget = (text: string): boolean => {
    const at = expected.indexOf(text);
    if (at !== -1) expected.splice(at, 1);
    return at !== -1;
  };
  const sent = (timestamp: number): void => {
    timestamps.add(timestamp);
    dropOldest(timestamps, kept);
  };
  return {
    sent,
    has: (timestamp) => timestamps.has(timestamp),
    expect(text) {
      expected.push(text);
      if (expected.length > 100) expected.shift();
      return (timestamp) => {
        // Of a send whose end nobody knows the echo may still come.
        if (timestamp === undefined) return;
        forget(text);
        if (timestamp !== "not-sent") sent(timestamp);
      };
    },
    isEcho(timestamp, text) {
      if (timestamps.has(timestamp)) return true;
      if (!forget(text)) return false;
      sent(timestamp);
      return true;
    },
  };
}
