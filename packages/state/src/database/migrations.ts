import type { Database } from "./driver.ts";
import { schemaV1 } from "./schema-v1.ts";
import { schemaV2 } from "./schema-v2.ts";
import {
  schemaV3,
  schemaV4,
  schemaV5,
  schemaV6,
  schemaV7,
  schemaV8,
  schemaV9,
  schemaV11,
  schemaV12,
  schemaV13,
  schemaV14,
  schemaV15,
} from "./schema-changes.ts";
import { schemaV10 } from "./schema-v10.ts";

/** Marks a file as ours ("HRMS"), so that no foreign database is ever written. */
export const applicationId = 0x48_52_4d_53;

/** SQL that takes a store from one version to the next; its place in the list is its version, counted from 1. */
export type Migration = string;

/** Every step there ever was, oldest first. A step is never changed after a release. */
export const migrations: readonly Migration[] = [
  schemaV1,
  schemaV2,
  schemaV3,
  schemaV4,
  schemaV5,
  schemaV6,
  schemaV7,
  schemaV8,
  schemaV9,
  schemaV10,
  schemaV11,
  schemaV12,
  schemaV13,
  schemaV14,
  schemaV15,
];

/**
 * Brings a store forward, all steps in one transaction: a failing one leaves the store as it was.
 *
 * @returns The version that the store has now. A store newer than the last step is left alone.
 */
export function migrate(database: Database, steps: readonly Migration[] = migrations): number {
  const version = versionOf(database);
  if (version >= steps.length) return version;
  const bringForward = database.transaction(() => {
    // Read again under the lock: another process may have done the work meanwhile.
    for (let next = versionOf(database); next < steps.length; next++) database.exec(steps[next] ?? "");
    database.pragma(`application_id = ${applicationId}`);
    database.pragma(`user_version = ${steps.length}`);
  });
  bringForward.immediate();
  return steps.length;
}

function versionOf(database: Database): number {
  return Number(database.pragma("user_version", { simple: true }));
}
