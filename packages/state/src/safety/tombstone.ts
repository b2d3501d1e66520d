/** What stands in the place of a text that was redacted. */
export const tombstone = "[redacted]";
