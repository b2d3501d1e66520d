import type { PageKind } from "./extract/extraction.ts";
import type { BlockedSite } from "./site-policy.ts";

/** One part of a page that was read. */
export interface WebPage {
  readonly ok: true;
  /** As it was asked for. */
  readonly url: string;
  /** Where its redirects led: the text comes from there. */
  readonly finalUrl: string;
  readonly kind: PageKind;
  readonly title?: string | undefined;
  readonly byline?: string | undefined;
  /** When it was published, as the page says it. */
  readonly published?: string | undefined;
  readonly site?: string | undefined;
  /** Markdown; of what is no HTML, its text. All parts joined are the whole text. */
  readonly content: string;
  /** Counted from 1. */
  readonly part: number;
  readonly parts: number;
  /** Characters of the whole text. */
  readonly chars: number;
  /** On the first part of several: the headings, each with the part that it stands in. */
  readonly outline?: readonly string[] | undefined;
  /** What the reader should know, such as that a page was cut; one sentence each. */
  readonly notes: readonly string[];
}

/** Why a page could not be read. */
export interface UnreadPage {
  readonly ok: false;
  /** As it was asked for. */
  readonly url: string;
  /** One sentence. */
  readonly error: string;
  /** The site policy forbids it, or one of its redirects. */
  readonly blocked?: BlockedSite | undefined;
}
