/** A file of a page for people. */
export interface PageFile {
  readonly body: Uint8Array<ArrayBuffer>;
  /** The same, compressed. Absent: it does not get smaller. */
  readonly gzip?: Uint8Array<ArrayBuffer> | undefined;
  /** Its media type. */
  readonly type: string;
  /** Its name changes with its content, so that it may be kept for good. */
  readonly isLasting: boolean;
}

/** The files of a page for people. They are served without a token: what is in them is no secret. */
export interface PageFiles {
  /** @param path Such as `/assets/index-1a2b.js`; that of the page itself is `/`. */
  read(path: string): Promise<PageFile | undefined>;
}
