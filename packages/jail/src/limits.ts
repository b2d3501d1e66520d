/** What one run in a jail may use of the machine, where the system can limit it. */
export interface JailLimits {
  /** Memory of the run with everything it starts. @default 1024 */
  readonly memoryMegabytes: number;
  /** Processes and threads of the run. @default 128 */
  readonly maxProcesses: number;
  /** Longest file that the run may write, and the size of its scratch folder. @default 256 */
  readonly fileMegabytes: number;
}

export const defaultJailLimits: JailLimits = {
  memoryMegabytes: 1_024,
  maxProcesses: 128,
  fileMegabytes: 256,
};
