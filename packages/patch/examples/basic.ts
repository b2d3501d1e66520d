import { findNearest, formatDiff, replaceExact } from "@hermes/patch";

const text = "const retries = 3;\nconst delayMs = 100;\nconst name = 'api';\n";

const result = replaceExact({ text, old: "delayMs = 100", new: "delayMs = 250" });
if (result.ok) console.log(formatDiff({ path: "settings.ts", text, edits: result.edits }));

const missing = replaceExact({ text, old: "const delay = 100;", new: "const delay = 250;" });
if (!missing.ok) console.log(missing.reason, findNearest(text, "const delay = 100;"));
