import { longestLine } from "./longest-line.ts";

/** What a plug-in may take before it is ended. */
export interface PluginLimits {
  /** Until its module is loaded. */
  readonly loadMs: number;
  /** A call without a limit of its own, and between two items of a stream. */
  readonly callMs: number;
  /** Until it answers that it has cancelled. */
  readonly cancelMs: number;
  readonly maxLineChars: number;
  /** Lines that are no answers (progress, log, anything else on stdout or stderr) within ten seconds. */
  readonly maxStrayLines: number;
  /** Bytes of them within ten seconds. */
  readonly maxStrayBytes: number;
  /** Ends within `endsWithinMs` that switch it off. */
  readonly maxEnds: number;
  readonly endsWithinMs: number;
  /** Of JavaScript objects; of all together twice as much. */
  readonly memoryMb: number;
}

export const pluginLimits: PluginLimits = {
  loadMs: 30_000,
  callMs: 30_000,
  cancelMs: 1_000,
  maxLineChars: longestLine,
  maxStrayLines: 1_000,
  maxStrayBytes: 1_000_000,
  maxEnds: 3,
  endsWithinMs: 600_000,
  memoryMb: 512,
};
