import { appendRotatingLine } from "@hermes/atomic-files";
import type { Log } from "@hermes/gateway";

export interface GatewayLogOptions {
  readonly path: string;
  /** Takes secrets out of a line. */
  readonly redact: (text: string) => string;
  /** A longer file becomes `.1`, and that `.2`, which is the last. @default 5_000_000 */
  readonly maxBytes?: number | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** A log with one JSON object in each line. What can't be written is lost: no message waits for a full disk. */
export function openGatewayLog({ path, redact, maxBytes, now = Date.now }: GatewayLogOptions): Log {
  return (level, message, fields = {}) => {
    const entry = { at: new Date(now()).toISOString(), level, message, ...fields };
    // As JSON an error would be without its message.
    const line = JSON.stringify(entry, (_, value: unknown) =>
      value instanceof Error ? String(value) : value,
    );
    try {
      appendRotatingLine(path, redact(line), { maxBytes });
    } catch {
      // As above.
    }
  };
}
