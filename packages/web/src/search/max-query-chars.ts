/** The longest query that all providers take. */
export const maxQueryChars = 400;
