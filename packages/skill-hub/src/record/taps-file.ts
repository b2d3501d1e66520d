import { replaceFile } from "@hermes/atomic-files";
import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { whyNoPath } from "@hermes/skills/hub-lock";
import type { Tap } from "../skill-hub.ts";
import { damaged, readHubFile } from "@hermes/skills/hub-lock";
import { underLock } from "./hub-files.ts";
import type { HubFiles } from "./hub-files.ts";

/** The repositories that come with Hermes. */
const builtInTaps: readonly Tap[] = [
  "openai/skills",
  "anthropics/skills",
  "huggingface/skills",
  "NVIDIA/skills",
].map((repo) => ({ repo, path: "", builtIn: true }));

const tapsSchema = z.looseObject({
  taps: z.array(z.looseObject({ repo: z.string(), path: z.string().optional() })),
  removed: z.array(z.string()).optional(),
});
type TapsFile = z.infer<typeof tapsSchema>;

export interface Taps {
  list(): readonly Tap[];
  add(repo: string, path?: string): void;
  remove(repo: string): boolean;
}

/** `.hub/taps.json`: what the person added, and which of the built-in ones they took away. */
export function openTaps(files: HubFiles): Taps {
  const read = (): TapsFile => readTaps(files.taps);
  const change = (work: (before: TapsFile) => TapsFile): void =>
    underLock(files, () => {
      replaceFile(files.taps, `${JSON.stringify(work(read()), undefined, 2)}\n`);
    });
  const list = (): readonly Tap[] => {
    const { taps, removed = [] } = read();
    const own = taps.map(({ repo, path = "" }) => ({ repo, path, builtIn: false }));
    const builtIn = builtInTaps.filter(
      ({ repo }) => ![...removed, ...own.map((tap) => tap.repo)].some(same(repo)),
    );
    return [...builtIn, ...own];
  };
  return {
    list,
    add(repo, path = "") {
      const clean = path.replace(/^\.?\/+|\/+$/g, "");
      const name = checkRepo(repo);
      const reason = clean === "" ? undefined : whyNoPath(clean);
      if (reason !== undefined) throw badTap(path, reason);
      const isBuiltIn = builtInTaps.some((tap) => same(tap.repo)(name)) && clean === "";
      change(({ taps, removed = [], ...rest }) => ({
        ...rest,
        taps: [
          ...taps.filter((tap) => !same(tap.repo)(name)),
          ...(isBuiltIn ? [] : [{ repo: name, path: clean }]),
        ],
        removed: removed.filter((other) => !same(other)(name)),
      }));
    },
    remove(repo) {
      if (!list().some((tap) => same(tap.repo)(repo))) return false;
      const builtIn = builtInTaps.find((tap) => same(tap.repo)(repo));
      change(({ taps, removed = [], ...rest }) => ({
        ...rest,
        taps: taps.filter((tap) => !same(tap.repo)(repo)),
        removed: builtIn === undefined ? removed : [...new Set([...removed, builtIn.repo])],
      }));
      return true;
    },
  };
}

function readTaps(path: string): TapsFile {
  const text = readHubFile(path);
  if (text === undefined) return { taps: [] };
  try {
    return tapsSchema.parse(JSON.parse(text));
  } catch (error) {
    throw damaged(path, "it is no list of taps", error);
  }
}

/** GitHub's names know no case. */
function same(repo: string): (other: string) => boolean {
  return (other) => other.toLowerCase() === repo.toLowerCase();
}

function checkRepo(repo: string): string {
  const clean = repo
    .trim()
    .replace(/^https:\/\/github\.com\//i, "")
    .replace(/(?:\.git)?\/*$/, "");
  if (!/^[A-Za-z0-9][A-Za-z0-9-]*\/[A-Za-z0-9._-]+$/.test(clean))
    throw badTap(repo, "It is no GitHub repository.");
  return clean;
}

function badTap(value: string, reason: string): HermesError {
  return new HermesError(`"${value}" can't be a tap. ${reason}`, {
    code: "HUB_BAD_REFERENCE",
    hint: "Give owner/name, and the folder where its skills begin, such as openai/skills and skills.",
  });
}
