import { gunzipSync } from "node:zlib";
import { isProfileName } from "@hermes/config";
import { HermesError } from "@hermes/registry/errors";
import { z } from "zod";
import type { ProfileFile } from "./copy-files.ts";
import { readTar } from "./tar.ts";

/** What is exported of a home, beside its settings. */
export const exportedNames: readonly string[] = ["SOUL.md", "skills", "memories"];

export const manifestName = "hermes-profile.json";

export interface Manifest {
  /** Version of the form. */
  readonly hermesProfile: 1;
  readonly name: string;
}

const manifestForm: z.ZodType<Manifest> = z.object({ hermesProfile: z.literal(1), name: z.string() });

export interface ProfileArchive {
  /** As it was called; undefined where that can't be a name here. */
  readonly name: string | undefined;
  /** Without the manifest. */
  readonly files: readonly ProfileFile[];
}

const maxBytes = 300_000_000;

/**
 * What an archive of a profile holds. One with anything that no export has in it is refused.
 *
 * @throws {HermesError} `CLI_PROFILE_ARCHIVE`.
 */
export function readArchive(bytes: Buffer): ProfileArchive {
  const all = readTar(unpacked(bytes));
  const manifest = all.find(({ path }) => path === manifestName);
  const { success, data } = manifestForm.safeParse(manifest && jsonOf(manifest.bytes.toString("utf8")));
  if (!success) throw refused("it is none of a profile");
  const files = all.filter((file) => file !== manifest);
  const strange = files.find(
    ({ path }) => !["config.yaml", ...exportedNames].includes(path.split("/")[0] ?? ""),
  );
  if (strange !== undefined) throw refused(`it has ${strange.path}, which no profile is given`);
  return { name: isProfileName(data.name) ? data.name : undefined, files };
}

function unpacked(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    throw refused("it is no gzip, or too large", cause);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refused(why: string, cause?: unknown): HermesError {
  return new HermesError(`The archive can't be used: ${why}.`, {
    code: "CLI_PROFILE_ARCHIVE",
    hint: "Nothing was written. Take one that `hermes profile export` wrote.",
    cause,
  });
}
