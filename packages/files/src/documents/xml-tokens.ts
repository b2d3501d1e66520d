export type XmlToken =
  | {
      readonly kind: "open";
      /** Without its prefix. */
      readonly name: string;
      /** What stands between the angle brackets. */
      readonly raw: string;
      readonly isEmpty: boolean;
    }
  | { readonly kind: "close"; readonly name: string }
  | { readonly kind: "text"; readonly text: string };

/**
 * The tags and texts of an XML file, in one pass. A broken one gives what comes before the break. No entity is defined by a
 * file: those of XML and numbers are all there is.
 */
export function* xmlTokens(xml: string): Generator<XmlToken, void> {
  let at = 0;
  while (at < xml.length) {
    const open = xml.indexOf("<", at);
    const text = xml.slice(at, open === -1 ? xml.length : open);
    if (text !== "") yield { kind: "text", text: decodeEntities(text) };
    if (open === -1) break;
    const [end, after] = xml.startsWith("<!--", open)
      ? ["-->", 4]
      : xml.startsWith("<![CDATA[", open)
        ? ["]]>", 9]
        : [">", 1];
    const close = xml.indexOf(end, open + after);
    if (close === -1) break;
    const inner = xml.slice(open + after, close);
    at = close + end.length;
    if (after === 9) yield { kind: "text", text: inner };
    else if (after === 1 && !/^[!?]/.test(inner)) yield tagOf(inner);
  }
}

function tagOf(raw: string): XmlToken {
  const isClose = raw.startsWith("/");
  const name = /^\/?(?:[^\s/:]*:)?([^\s/:]*)/.exec(raw)?.[1] ?? "";
  return isClose ? { kind: "close", name } : { kind: "open", name, raw, isEmpty: raw.endsWith("/") };
}

/** @param name A pattern, for names whose prefix is not known. */
export function attributeOf(raw: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "i").exec(raw);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : decodeEntities(value);
}

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name)] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}
