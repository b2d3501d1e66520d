/** Searches the web and reads pages as Markdown. */
export {};
