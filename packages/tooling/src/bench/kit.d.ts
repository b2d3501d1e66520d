import type { SpawnOptions } from "node:child_process";

export interface Figure {
  readonly figure: string;
  readonly unit: string;
  readonly value: number;
  readonly better: "lower" | "higher";
  readonly goal?: number | undefined;
  readonly floor?: { readonly name: string; readonly value: number } | undefined;
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
export function runProcess(command: string, args: readonly string[], options?: SpawnOptions): Promise<ProcessResult>;
export function waitQuiet(maxMs?: number): Promise<void>;
