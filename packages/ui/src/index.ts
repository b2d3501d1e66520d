/** A session in a browser. */
export {};
