/** A folder with a plug-in. What was fetched is gone with it. */
export interface OpenedSource extends AsyncDisposable {
  readonly folder: string;
  /** As it is kept: an absolute folder or archive, `npm:NAME@VERSION`. */
  readonly source: string;
}
