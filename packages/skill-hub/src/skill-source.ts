import type { SkillTrust } from "@hermes/scanner";
import type { SkillPackage } from "@hermes/scanner";

/** A skill as a source lists it, before anything of it was fetched. */
export interface RemoteSkill {
  /** What it is installed by, unique among all sources: `official:devops/kubernetes`, `github:openai/skills/skills/pdf`. */
  readonly reference: string;
  /** The id of its source. */
  readonly source: string;
  readonly name: string;
  readonly description: string;
  /** How much its publisher is trusted before anything was read. */
  readonly trust: SkillTrust;
  readonly version?: string | undefined;
  /** A page for people. */
  readonly url?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Where it goes unless the person or the skill says otherwise. */
  readonly category?: string | undefined;
}

/** A skill as it came, in memory: nothing of it is on a disk yet. */
export interface FetchedSkill {
  readonly remote: RemoteSkill;
  readonly files: SkillPackage;
  /** What exactly came, as the source names it: a commit, a version, a digest. */
  readonly revision?: string | undefined;
}

export interface SourcePage {
  readonly skills: readonly RemoteSkill[];
  /** What a reader should know of this page: that it is an older copy, that a part did not answer. One sentence. */
  readonly note?: string | undefined;
  /** Gives the next page; undefined on the last one. */
  readonly cursor?: string | undefined;
}

export interface SourceRequest {
  readonly limit: number;
  readonly signal: AbortSignal;
}

/**
 * Where skills can be had. Each source is one file. What it answers was checked by a schema; what it can't understand is
 * an error, never an empty list.
 *
 * @throws {HermesError} from every method that reaches out: `HUB_OFFLINE`, `HUB_NOT_FOUND`, `HUB_REFUSED`,
 * `HUB_RATE_LIMITED`, `HUB_BAD_ANSWER`, `HUB_TOO_LARGE`.
 */
export interface SkillSource {
  /** `official`, `local`, `github`, `well-known`, `clawhub`, `lobehub`, `claude-marketplace`. */
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** Whether a reference that somebody typed is one of this source. Looks at the text alone. */
  claims(reference: string): boolean;
  browse(request: SourceRequest & { readonly cursor?: string | undefined }): Promise<SourcePage>;
  /** Best matches first. */
  search(query: string, request: SourceRequest): Promise<SourcePage>;
  fetch(reference: string, request: { readonly signal: AbortSignal }): Promise<FetchedSkill>;
  /** A reference to exactly this revision; absent where the source keeps only what is current. */
  pin?(reference: string, revision: string): string;
}

/** Fetches over HTTP; `createGuardedFetch` of `@hermes/permissions` matches it by shape. */
export type HubFetch = (
  url: string,
  request?: {
    readonly method?: string | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
    readonly signal?: AbortSignal | undefined;
    readonly maxRedirects?: number | undefined;
  },
) => Promise<Response>;
