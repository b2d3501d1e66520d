/** What one run may use. */
export interface SandboxLimits {
  /** Everything together; then the whole run is ended. @default 120_000 */
  readonly timeoutMs: number;
  /** @default 50 */
  readonly maxCalls: number;
  /** Calls that are under way at once; more wait. @default 8 */
  readonly maxParallelCalls: number;
  /** Characters of standard output that are kept. @default 50_000 */
  readonly maxOutputChars: number;
  /** Characters of standard error that are kept. @default 10_000 */
  readonly maxErrorChars: number;
  /** Memory of the run with everything it starts, where the system can limit it. @default 1024 */
  readonly memoryMegabytes: number;
  /** Processes and threads of the run, where the system can limit them. @default 128 */
  readonly maxProcesses: number;
  /** Longest file that the run may write. @default 256 */
  readonly fileMegabytes: number;
}

export const defaultLimits: SandboxLimits = {
  timeoutMs: 120_000,
  maxCalls: 50,
  maxParallelCalls: 8,
  maxOutputChars: 50_000,
  maxErrorChars: 10_000,
  memoryMegabytes: 1_024,
  maxProcesses: 128,
  fileMegabytes: 256,
};
