import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { fetchSkill, sourceOf } from "./find-skills.ts";
import { hubError, reasonOf } from "./hub-error.ts";
import type { HubParts } from "./hub-parts.ts";
import { installSkill, packageRefusal } from "./install/install-skill.ts";
import { refusal } from "./install/refusal.ts";
import { allInstalled } from "./installed-skills.ts";
import { contentHash } from "./package/content-hash.ts";
import type { InstallOptions, InstallOutcome } from "./skill-hub.ts";
import type { FetchedSkill } from "./skill-source.ts";

const snapshotSchema = z.object({
  version: z.literal(1),
  skills: z.array(
    z.object({
      name: z.string(),
      reference: z.string(),
      revision: z.string().optional(),
      hash: z.string(),
      category: z.string().optional(),
    }),
  ),
  taps: z.array(z.object({ repo: z.string(), path: z.string().default("") })).default([]),
});
type Kept = z.infer<typeof snapshotSchema>["skills"][number];

/** What is installed, so that it can be installed elsewhere. The same for the same state. */
export function takeSnapshot({ files, taps }: HubParts): object {
  const skills = allInstalled(files).map(({ skill }): Kept => {
    const category = skill.installPath.split("/").slice(0, -1).join("/");
    return {
      name: skill.name,
      reference: skill.reference,
      ...(skill.revision !== undefined && { revision: skill.revision }),
      hash: skill.contentHash,
      ...(category !== "" && { category }),
    };
  });
  const own = taps.list().filter(({ builtIn }) => !builtIn);
  return { version: 1, skills, taps: own.map(({ repo, path }) => ({ repo, path })) } satisfies z.input<
    typeof snapshotSchema
  >;
}

/** @throws {HermesError} `HUB_BAD_SNAPSHOT` before anything is installed */
export async function restoreSnapshot(
  parts: HubParts,
  snapshot: unknown,
  options: InstallOptions,
): Promise<readonly { readonly reference: string; readonly outcome: InstallOutcome }[]> {
  const parsed = snapshotSchema.safeParse(snapshot);
  if (!parsed.success) {
    throw new HermesError("This is no snapshot of skills, or one of a newer Hermes.", {
      code: "HUB_BAD_SNAPSHOT",
      hint: "A snapshot is what snapshot() of the hub gives, as JSON.",
      cause: parsed.error,
    });
  }
  const known = new Set(parts.taps.list().map(({ repo }) => repo.toLowerCase()));
  for (const { repo, path } of parsed.data.taps)
    if (!known.has(repo.toLowerCase())) parts.taps.add(repo, path);
  const results: { reference: string; outcome: InstallOutcome }[] = [];
  for (const kept of parsed.data.skills) {
    options.signal.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- each may ask a person
    results.push({ reference: kept.reference, outcome: await restoreOne(parts, kept, options) });
  }
  return results;
}

async function restoreOne(parts: HubParts, kept: Kept, options: InstallOptions): Promise<InstallOutcome> {
  try {
    const fetched = await fetchAsItWas(parts, kept, options.signal);
    return await installSkill(parts, fetched, {
      ...options,
      category: options.category ?? kept.category,
      action: "install",
    });
  } catch (error) {
    options.signal.throwIfAborted();
    return packageRefusal(error) ?? refusal("invalid", reasonOf(error));
  }
}

/** Exactly what was installed: as it is now, else at the revision that it had. */
async function fetchAsItWas(
  parts: HubParts,
  { reference, revision, hash }: Kept,
  signal: AbortSignal,
): Promise<FetchedSkill> {
  const current = await fetchSkill(parts, reference, { signal });
  if (contentHash(current.files.files) === hash) return current;
  const source = sourceOf(parts, reference);
  if (revision !== undefined && source.pin !== undefined) {
    const earlier = await source.fetch(source.pin(reference, revision), { signal });
    if (contentHash(earlier.files.files) === hash) return earlier;
  }
  throw hubError(
    "HUB_NOT_FOUND",
    `${reference} is another one by now, and what the snapshot names can't be had.`,
    {
      hint: "Look at it, then install it by itself.",
      data: { reference },
    },
  );
}
