import type { Finding } from "../finding.ts";
import { judgeLexicalPath } from "../paths/judge-path.ts";
import type { Places } from "../paths/places.ts";
import type { Touch } from "../touches.ts";
import { isKnown } from "../shell/unknown.ts";

/** What only says that a text can't be followed to its end. */
const vague =
  /^(command\.(unknown|unknown-part|unclear|unread|option|look-alike)|code\.(unknown|unread|runs-program|fresh)|path\.unknown|environment\.|startup\.|execute\.outside)/;
/** Where a word of a program is plain enough. */
const plainPlaces = /^(credentials|startup|hermes|private)\./;

/** What of a script counts that is the person's own work and was there before. */
export interface PersonsScript {
  /** As it counts; undefined: not at all. */
  finding(finding: Finding): Finding | undefined;
  /** A finding stands for the touch. */
  touch(touch: Touch, places: Places): boolean | Finding;
}

/**
 * Commands of a shell count where they are plain. Of other languages words are read and no commands: what they name may
 * be asked about, and nothing is refused for a word.
 */
export function countsInPersonsScript(language: string | undefined): PersonsScript {
  if (language === undefined)
    return {
      finding: (finding) => (vague.test(finding.id) ? undefined : finding),
      touch: ({ path }) => isKnown(path),
    };
  return {
    finding: (finding) => (finding.severity === "refuse" ? { ...finding, severity: "ask" } : undefined),
    touch: ({ path, access }, places) => {
      const found = isKnown(path) ? judgeLexicalPath(path, access, places) : undefined;
      if (found === undefined || !plainPlaces.test(found.id)) return false;
      return found.severity === "ask" || { ...found, severity: "ask" };
    },
  };
}
