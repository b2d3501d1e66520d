/** Elements that begin a line of their own. Lower case. */
export const blockElements: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body br center dd details dialog div dl dt fieldset figcaption figure footer form " +
    "h1 h2 h3 h4 h5 h6 header hr legend li main nav ol option p pre section summary table tbody td tfoot th thead title tr ul"
  ).split(" "),
);

/** Elements whose content nobody reads. Lower case. */
export const unreadElements: ReadonlySet<string> = new Set(["noscript", "script", "style", "template"]);
