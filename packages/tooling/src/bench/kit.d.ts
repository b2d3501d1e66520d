import type { SpawnOptions } from "node:child_process";

export interface Figure {
  readonly figure: string;
  readonly unit: string;
  readonly value: number;
  readonly better: "lower" | "higher";
  readonly goal?: number | undefined;
  readonly floor?:
    | { readonly name: string; readonly value: number; readonly reference?: number | undefined }
    | undefined;
  readonly others?: readonly { readonly name: string; readonly value: number }[] | undefined;
}
export interface ProcessResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  readonly startedNs: bigint;
}
export function median(values: readonly number[]): number;
export function report(figure: Figure): void;
export function runProcess(
  command: string,
  args: readonly string[],
  options?: SpawnOptions,
): Promise<ProcessResult>;
export function waitQuiet(maxMs?: number): Promise<void>;
export interface MockStats {
  readonly requests: number;
  readonly reqs: readonly {
    readonly ns: string;
    readonly bytes: number;
    readonly prefixPrev: boolean | null;
    readonly prefixPrevNoCC: boolean | null;
    readonly headSame: boolean | null;
  }[];
}
export interface MockServer extends Disposable {
  readonly url: string;
  reset(script?: Readonly<Record<string, unknown>>): Promise<string>;
  stats(): Promise<MockStats>;
}
export function startMockServer(args?: readonly string[]): Promise<MockServer>;
/** Bundles a TypeScript program as the application is bundled; gives the path of the bundle. */
export function bundle(entry: string): Promise<string>;
