import { isWellKnown, placeholder } from "../rules/unknown-host.ts";

/**
 * The words of a text as they are weighed: stems in lower case, the parts of names, and one word for all addresses, numbers
 * and encoded strings of a kind, so that what was learned from one host or key holds for others.
 */
export function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  for (const match of text.matchAll(tokenForm)) {
    const [token, host, mail] = [match[0], match[1], match[2]];
    if (host !== undefined) tokens.push(...addressTokens(token, host.toLowerCase()));
    else if (mail !== undefined) tokens.push("MAIL");
    else tokens.push(...plainTokens(token));
    if (tokens.length >= maxTokens) break;
  }
  return tokens;
}

const maxTokens = 200;

const tokenForm =
  /(?:https?|wss?|ftp):\/\/([^\s/"'`)>\]]+)[^\s"'`)>\]]*|[\w.+-]{1,64}@([\w-]+\.[\w.]+)|[A-Za-z0-9+/=_-]{40,}|(?:\\x[0-9a-f]{2}|\\u[0-9a-f]{4}){3,}|0x[0-9a-f]+|\d[\d.,:]*|--?[a-z][\w-]*|\$\{?[A-Za-z_]\w*\}?|~?\/[\w./~-]+|\.[a-z]\w+(?:\.\w+)*|[\p{L}_][\p{L}\p{N}_'’]*|[|&;<>]{1,2}|[$][(]/giu;

function addressTokens(url: string, host: string): readonly string[] {
  const tokens = ["URL", hostToken(host)];
  if (/\$\(|\$\{?\w|\{\w+\}|[?&]\w=/.test(url)) tokens.push("URLVAR");
  if (/\.(?:sh|py|js|exe|bin|ps1|gz|zip|tgz)\b/.test(url)) tokens.push("URLRUN");
  return tokens;
}

function hostToken(host: string): string {
  if (/^(?:localhost|127\.|10\.|192\.168)/.test(host)) return "HOSTL";
  // Names of XML look like addresses; nobody goes there.
  if (isWellKnown(host) || placeholder.test(host) || host.startsWith("schemas.")) return "HOSTK";
  return /^\d+\.\d+\.\d+/.test(host) ? "HOSTIP" : "HOSTX";
}

function plainTokens(token: string): readonly string[] {
  if (/^[A-Za-z0-9+/=_-]{40,}$/.test(token) && /\d/.test(token)) return ["LONGENC"];
  if (/^\\[xu]/i.test(token)) return ["ESCS"];
  if (/^(?:0x[0-9a-f]+|\d)/i.test(token)) return ["NUM"];
  const lower = token.toLowerCase();
  if (/^[~/]/.test(token) && token.length > 1) {
    const parts = lower.split("/").filter((part) => part !== "");
    return ["PATH", ...parts.map((part) => `p_${part.slice(0, 24)}`)];
  }
  if (/^\$\{?[a-z]/i.test(token)) return ["VAR", ...partsOf(lower.replace(/[${}]/g, ""), /_/)];
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(token)) {
    const letters = [...token];
    return letters.slice(1).map((letter, index) => `${letters[index] ?? ""}${letter}`);
  }
  if (!/^[\p{L}_]/u.test(token)) return [lower];
  if (!token.includes("_") && !/[a-z][A-Z]/.test(token)) return [stemOf(lower)];
  return [`i_${lower.slice(0, 30)}`, ...partsOf(token, /_+|(?<=[a-z])(?=[A-Z])/)];
}

function partsOf(name: string, border: RegExp): readonly string[] {
  return name
    .split(border)
    .filter((part) => part !== "")
    .map((part) => stemOf(part.toLowerCase()));
}

/** Rough on purpose: the forms of one word must meet, other words may meet too. */
function stemOf(word: string): string {
  if (word.length <= 3) return word;
  return word
    .replace(/(?:'s|’s)$/, "")
    .replace(/ies$/, "y")
    .replace(/(?:ations?|ating|ates?|ated)$/, "at")
    .replace(/([^s])s$/, "$1")
    .replace(/(?:ingly|edly|ing|ed|ly)$/, "")
    .replace(/(.)\1$/, "$1")
    .replace(/e$/, "");
}
