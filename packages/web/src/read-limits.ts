/** How much of a page is read, and for how long. */
export interface ReadLimits {
  /** Bytes of a page, as they come out of the decompression; a longer one is read up to there. @default 10_000_000 */
  readonly maxBytes: number;
  /** Bytes of a PDF, which ends with what is needed to read it. @default 30_000_000 */
  readonly maxPdfBytes: number;
  /** Time for a page to come, in milliseconds; what has come by then is read. @default 30_000 */
  readonly fetchTimeoutMs: number;
  /** Longest wait that a busy server may ask for, in milliseconds. @default 5_000 */
  readonly maxRetryAfterMs: number;
  /** Time to take a page apart, in milliseconds; each megabyte of it adds a second. After it the bare text is taken. @default 8_000 */
  readonly extractTimeoutMs: number;
  /** Memory to take a page apart, in megabytes. @default 768 */
  readonly extractMemoryMb: number;
  /** Threads that take pages apart; each holds some 60 MB, and ends when it is not used. @default 2 */
  readonly maxWorkers: number;
  /** Time without work after which such a thread ends, in milliseconds. @default 30_000 */
  readonly workerIdleMs: number;
  /** Characters of one part of a page. @default 10_000 */
  readonly partChars: number;
}

export const defaultReadLimits: ReadLimits = {
  maxBytes: 10_000_000,
  maxPdfBytes: 30_000_000,
  fetchTimeoutMs: 30_000,
  maxRetryAfterMs: 5_000,
  extractTimeoutMs: 8_000,
  extractMemoryMb: 768,
  maxWorkers: 2,
  workerIdleMs: 30_000,
  partChars: 10_000,
};
