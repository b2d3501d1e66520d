/** Spans of a session. */
export {};
