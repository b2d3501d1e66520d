import { untrustedSources } from "@hermes/registry";
import type { Provenance } from "@hermes/registry";
import type { Connection } from "./database/connect.ts";
import { lazy } from "./database/lazy.ts";
import { decodeProvenance, provenanceOf, unknownSource } from "./stored-provenance.ts";

/**
 * Untrusted sources of sessions as wholes: of their messages, and of what they began with. Of one that was imported from
 * elsewhere nothing was noted, so that its source is not known.
 */
export function createSourcesOf({
  database,
  attempt,
}: Connection): (sessionIds: readonly string[]) => readonly Provenance[] {
  const select = lazy(() =>
    database.prepare<[string], { readonly provenance: string | null; readonly former: number }>(
      `WITH asked AS (SELECT key, ${provenanceOf(database, "sessions")}, imported_from FROM sessions WHERE id IN (SELECT value FROM json_each(?)))
       SELECT provenance, imported_from IS NOT NULL AS former FROM asked
       UNION SELECT ${provenanceOf(database, "messages")}, instr(coalesce(messages.body, ''), '"origin":"untrusted"') > 0
       FROM messages JOIN asked ON messages.session_key = asked.key WHERE messages.body IS NOT NULL OR ${provenanceOf(database, "messages").split(" ")[0]} IS NOT NULL`,
    ),
  );
  return (sessionIds) =>
    sessionIds.length === 0
      ? []
      : attempt(() =>
          untrustedSources(
            ...select()
              .all(JSON.stringify(sessionIds))
              .flatMap(({ provenance, former }) => [
                decodeProvenance(provenance)?.provenance ?? [],
                former === 1 ? unknownSource : [],
              ]),
          ),
        );
}
