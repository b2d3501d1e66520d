import { reasonOf } from "./hub-error.ts";
import { matchesOf, pageOf } from "./source-context.ts";
import type { RemoteSkill, SkillSource, SourcePage } from "./skill-source.ts";

export interface ListPlacesOptions<Place> {
  readonly places: () => readonly Place[];
  readonly list: (
    place: Place,
    signal: AbortSignal,
  ) => Promise<{ readonly skills: readonly RemoteSkill[]; readonly note?: string | undefined }>;
  /** Says which places are missing and why. @default the reason of each */
  readonly tellMissing?: ((missing: readonly MissingPlace<Place>[]) => readonly string[]) | undefined;
}

export interface MissingPlace<Place> {
  readonly place: Place;
  readonly error: unknown;
}

/**
 * Browsing and searching for a source that lists several places at once. One that can't be reached does not take the
 * others along, unless there are no others.
 */
export function listPlaces<Place>({
  places,
  list,
  tellMissing = (missing) => missing.map(({ error }) => reasonOf(error)),
}: ListPlacesOptions<Place>): Pick<SkillSource, "browse" | "search"> {
  const listAll = async (signal: AbortSignal): Promise<SourcePage> => {
    const wanted = places();
    const results = await Promise.allSettled(wanted.map(async (place) => await list(place, signal)));
    signal.throwIfAborted();
    const found = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const missing = wanted.flatMap((place, index): MissingPlace<Place>[] => {
      const result = results[index];
      return result?.status === "rejected" ? [{ place, error: result.reason }] : [];
    });
    const [first] = missing;
    if (found.length === 0 && first !== undefined) throw first.error;
    const told = missing.length === 0 ? [] : tellMissing(missing);
    const notes = [...new Set([...found.flatMap(({ note }) => note ?? []), ...told])];
    return {
      skills: found.flatMap(({ skills }) => skills),
      note: notes.length === 0 ? undefined : notes.join(" "),
    };
  };
  return {
    async browse({ limit, cursor, signal }) {
      const { skills, note } = await listAll(signal);
      return pageOf(skills, { limit, cursor }, note);
    },
    async search(query, { limit, signal }) {
      const { skills, note } = await listAll(signal);
      return { skills: matchesOf(skills, query, limit), note };
    },
  };
}
