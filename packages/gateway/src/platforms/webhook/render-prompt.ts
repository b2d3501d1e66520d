const maxRawChars = 4_000;
const maxPartChars = 2_000;

/**
 * Fills `{a.b.0}` with parts of what was posted, and `{__raw__}` with all of it. Objects and lists are written as JSON; both are cut.
 * What is not there stays as it is written, so that a mistake is seen.
 */
export function renderPrompt(
  template: string,
  posted: { readonly raw: string; readonly value: unknown },
): string {
  return template.replace(/\{([\w-]+(?:\.[\w-]+)*)\}/g, (written, path: string) => {
    if (path === "__raw__") return cut(posted.raw, maxRawChars);
    const found = at(posted.value, path.split("."));
    if (found === undefined) return written;
    return cut(typeof found === "string" ? found : jsonText(found), maxPartChars);
  });
}

/** Own properties alone: nothing that every object has counts as posted. */
function at(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "(nested too deeply)";
  }
}

function cut(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars)}… (cut)`;
}
