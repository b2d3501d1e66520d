import { HermesError } from "@hermes/registry/errors";
import type { Connection } from "./database/connect.ts";
import { lazy } from "./database/lazy.ts";
import type { AboutIndex } from "./search/about-index.ts";
import { createSessionDescriptions } from "./session-descriptions.ts";
import { sessionNotFound } from "./session-not-found.ts";
import { toSessionRecord, type SessionRow } from "./session-row.ts";
import type { SessionFilter, SessionRecord, SessionStore } from "./session-store.ts";
import { createTitleSearch } from "./title-search.ts";

export interface SessionStoreParts {
  readonly about: AboutIndex;
  readonly deleteSession: (sessionId: string) => void;
}

export function createSessionStore(
  connection: Connection,
  { about, deleteSession }: SessionStoreParts,
): SessionStore {
  const { database, attempt } = connection;
  // A store of an older version that can't be written lacks the column.
  const conversation = Number(database.pragma("user_version", { simple: true })) >= 15 ? "one_shot = 0" : "1";
  const listBy = (condition: string) =>
    lazy(() =>
      database.prepare<unknown[], SessionRow>(
        `SELECT * FROM sessions
         WHERE message_count > 0 AND (@cwd IS NULL OR cwd = @cwd)
           AND CASE WHEN @platform IS NULL THEN @children OR platform <> 'subagent' ELSE platform = @platform END
           AND (@oneShots OR ${conversation})
           AND (@from IS NULL OR last_active_at >= @from) AND (@to IS NULL OR started_at <= @to) ${condition}
         ORDER BY last_active_at DESC, key DESC LIMIT @limit OFFSET @offset`,
      ),
    );
  const list = listBy("");
  const listTagged = listBy("AND EXISTS (SELECT 1 FROM json_each(tags) WHERE value = @tag)");
  const named = `NOT EXISTS (SELECT 1 FROM json_each(@words)
    WHERE instr(lower(coalesce(sessions.title, '') || ' ' || coalesce(sessions.cwd, '') || ' ' || sessions.id), lower(value)) = 0)`;
  const listNamed = listBy(
    `AND (@tag IS NULL OR EXISTS (SELECT 1 FROM json_each(tags) WHERE value = @tag)) AND ${named}`,
  );
  const inactive = database.prepare<unknown[], SessionRow>(
    "SELECT * FROM sessions WHERE last_active_at < @before AND (@platform IS NULL OR platform = @platform) ORDER BY last_active_at",
  );
  const get = database.prepare<[string], SessionRow>("SELECT * FROM sessions WHERE id = ?");
  // A range, not LIKE: an id may hold the wildcards of LIKE. No character sorts after the upper bound's last.
  const withPrefix = database.prepare<[string, string], { id: string; title: string | null }>(
    "SELECT id, title FROM sessions WHERE id >= ? AND id < ? ORDER BY id LIMIT 6",
  );

  const goOn = lazy(() =>
    database.prepare<[string]>("UPDATE sessions SET one_shot = 0 WHERE id = ? AND one_shot = 1"),
  );

  const titles = createTitleSearch(database);

  function find(filter: SessionFilter, most: number, offset = 0): readonly SessionRecord[] {
    const { cwd = null, platform = null, from = null, to = null, tag } = filter;
    const children = filter.children === true ? 1 : 0;
    const oneShots = filter.oneShots === false ? 0 : 1;
    const limit = most === Infinity ? -1 : most;
    const asked = { cwd, platform, children, oneShots, from, to, limit, offset };
    const words = filter.words === undefined ? undefined : JSON.stringify(filter.words);
    if (words !== undefined)
      return listNamed()
        .all({ ...asked, words, tag: tag ?? null })
        .map(toSessionRecord);
    const rows = tag === undefined ? list().all(asked) : listTagged().all({ ...asked, tag });
    return rows.map(toSessionRecord);
  }

  return {
    list: ({ limit = 20, offset, ...filter } = {}) => attempt(() => find(filter, limit, offset)),
    latest: (filter = {}) => attempt(() => find(filter, 1)[0]),
    get: (sessionId) =>
      attempt(() => {
        const row = get.get(sessionId);
        return row && toSessionRecord(row);
      }),
    goOn: (sessionId) => attempt(() => void goOn().run(sessionId)),
    ...createSessionDescriptions(connection, about),
    delete: deleteSession,
    prune: ({ before, platform = null, dryRun = false }) => {
      const old = attempt(() => inactive.all({ before, platform }).map(toSessionRecord));
      if (!dryRun) for (const { id } of old) deleteSession(id);
      return old;
    },
    resolveId: (prefix) =>
      attempt(() => {
        if (prefix === "") throw sessionNotFound(prefix);
        const fits = withPrefix.all(prefix, `${prefix}\u{10FFFF}`);
        const [first] = fits;
        if (first === undefined) throw noSuchPrefix(prefix);
        // Ids are in order, so that a whole id comes before the longer ones that begin with it.
        if (fits.length > 1 && first.id !== prefix) throw ambiguous(prefix, fits);
        return first.id;
      }),
    withTitle: (title, { limit = 20 } = {}) => attempt(() => titles(title, limit)),
  };
}

function noSuchPrefix(prefix: string): HermesError {
  return new HermesError(`No session begins with "${prefix}".`, {
    code: "STATE_SESSION_NOT_FOUND",
    hint: "List the sessions to see which there are.",
  });
}

function ambiguous(prefix: string, fits: readonly { id: string; title: string | null }[]): HermesError {
  const shown = fits.slice(0, 5).map(({ id, title }) => (title === null ? id : `${id} (${title})`));
  const more = fits.length > shown.length ? " and more" : "";
  return new HermesError(`Several sessions begin with "${prefix}".`, {
    code: "STATE_AMBIGUOUS_ID",
    hint: `Give more of the id. These fit: ${shown.join(", ")}${more}.`,
  });
}
