/** Arguments as the model wrote them; a text that is no JSON stays one. */
export function inputOf(written: string): unknown {
  if (written.trim() === "") return {};
  return parsed(written) ?? written;
}

/**
 * The value that a tool returned, from what the model was given of it: a plain value went there as `{"result": …}`, and nothing
 * at all as `{"ok": true}`.
 */
export function outputOf(content: string): unknown {
  const value = parsed(content) ?? content;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const [[key, only] = [], ...more] = Object.entries(value);
  return key === "result" && more.length === 0 && (typeof only !== "object" || only === null) ? only : value;
}

/** The words of a result that is a failure. */
export function errorOf(content: string): string {
  const value = parsed(content);
  const isError = typeof value === "object" && value !== null && "error" in value;
  return isError && typeof value.error === "string" ? value.error : content;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Arguments may be broken, and a result may be cut short.
    return undefined;
  }
}
