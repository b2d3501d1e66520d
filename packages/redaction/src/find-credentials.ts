import { isPlaceholder, isReference } from "./placeholders.ts";
import { looksRandom } from "./randomness.ts";
import type { TextSpan } from "./text-span.ts";

interface CredentialRule {
  /** In lower case: a text without any of them is not searched. Most texts hold few, and are done at once. */
  readonly anchors?: readonly string[];
  readonly pattern: RegExp;
  /** Whether the first group is secret; placeholders and references never are. */
  readonly accept: (secret: string) => boolean;
  /** The secret begins with a dollar sign, and is no variable. */
  readonly hashed?: boolean;
}

const anything = (): boolean => true;
const withDigitOrLong = (secret: string): boolean => /\d|[^\w.-]/.test(secret) || secret.length >= 12;

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** A key that looks like any other id: only right behind the name of its service. */
function named(service: string, key: string): RegExp {
  const words = String.raw`(?:[\W_]{0,3}(?:ai|api|key|token|secret|is)){0,4}[\W_]{1,4}`;
  return new RegExp(String.raw`\b${service}${words}(${key})(?![\w-])`, "dgi");
}

/** Places where only a secret stands, whatever it looks like. Each pattern has one group: the secret. */
const rules: readonly CredentialRule[] = [
  // Headers of requests, in any of the ways in which they are written down.
  {
    anchors: ["authorization"],
    pattern:
      /\bauthorization(?:\\?["']?\s{0,4}[:=]\s{0,4}\\?["'`]?|["']\s{0,4},\s{0,4}["'`])(?:Bearer|Basic|Token|Digest|Negotiate|ApiKey|Api-Key|Key|GenieKey|SSWS|Bot|Splunk|DPoP|OAuth|NTLM|MAC|Hawk|Zoho-oauthtoken|sso-key|Discogs|Klaviyo-API-Key)[ \t]+([^\s"'`<>\\,;]{6,4096})/dgi,
    accept: withDigitOrLong,
  },
  {
    anchors: ["authorization"],
    pattern:
      /\bauthorization(?:\\?["']?\s{0,4}[:=]\s{0,4}\\?["'`]?|["']\s{0,4},\s{0,4}["'`])([^\s"'`<>\\,;]{10,4096})/dgi,
    accept: (secret) => looksRandom(secret, 10),
  },
  {
    anchors: ["bearer"],
    pattern: /\bbearer(?:[ \t]+|%20|\+)([A-Za-z0-9+/=_.~-]{8,4096})/dgi,
    accept: (secret) => looksRandom(secret.replace(/=+$/, ""), 8),
  },
  {
    anchors: ["basic"],
    pattern: /\bBasic[ \t]+([A-Za-z0-9+/]{11,4096}={0,2})/dg,
    accept: (secret) => looksRandom(secret.replace(/=+$/, ""), 11),
  },
  {
    anchors: ["signedheaders"],
    pattern:
      /\bCredential=[^\s,]{1,300},\s{0,4}SignedHeaders=[^\s,]{1,500},\s{0,4}Signature=([0-9a-f]{32,128})/dgi,
    accept: anything,
  },
  // What comes before the host of an address: name:secret@ or :secret@.
  {
    anchors: ["@"],
    pattern:
      /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/?#"'`<>@]{0,200}:([^\s"'`<>]{1,400}?)@(?=[A-Za-z0-9[.$_{-])/dgi,
    accept: (secret) => !secret.includes("/") || withDigitOrLong(secret),
  },
  // A token in the place of the name.
  {
    anchors: ["@"],
    pattern: /\bhttps?:\/\/([A-Za-z0-9_.~-]{16,400})(?::(?:x-oauth-basic)?)?@/dgi,
    accept: (secret) => looksRandom(secret, 16),
  },
  { anchors: ["x-token-auth"], pattern: /\bx-token-auth:([^\s@"'`]{8,400})@/dgi, accept: anything },
  // Flags of programs.
  {
    anchors: ["-u", "--user", "--proxy-user"],
    pattern: /(?:^|[\s"'`])(?:-u|--user|--proxy-user|-U)[ =]?["']?[^\s:"'`/]{1,80}:([^\s"'`]{3,200})/dg,
    accept: (secret) => !/^\d{1,5}(?::\d{1,5})?$/.test(secret),
  },
  { anchors: ["sshpass"], pattern: /\bsshpass[ \t]+-p[ \t]{0,4}["']?([^\s"'`]{3,200})/dg, accept: anything },
  {
    anchors: ["mysql", "mariadb"],
    pattern:
      /\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;&]{0,200}?[ \t]-p["']?([^\s"'`-][^\s"'`]{2,100})/dg,
    accept: anything,
  },
  {
    anchors: ["redis-cli", "valkey-cli"],
    pattern: /\b(?:redis-cli|valkey-cli)\b[^\n|;&]{0,100}?[ \t]-a[ \t]{1,4}["']?([^\s"'`]{3,200})/dg,
    accept: anything,
  },
  {
    anchors: [" -p"],
    pattern:
      /\b(?:docker|podman|helm|oras|az|twine|htpasswd)\b[^\n|;&]{0,200}?[ \t]-p[ \t]{1,4}["']?([^\s"'`]{6,200})/dg,
    accept: (secret) =>
      !/^[\d.:/]{2,40}(?:tcp|udp)?$/.test(secret) && withDigitOrLong(secret) && !secret.includes(":"),
  },
  // Files of logins: .netrc, .pgpass, .htpasswd, /etc/shadow, wpa_supplicant, Docker.
  {
    anchors: ["machine"],
    pattern:
      /\bmachine[ \t\n]{1,4}\S{1,200}[ \t\n]{1,4}login[ \t\n]{1,4}\S{1,200}[ \t\n]{1,4}password[ \t\n]{1,4}(\S{1,300})/dgi,
    accept: anything,
  },
  {
    anchors: [":"],
    pattern: /^[\w.*-]{1,100}:(?:\d{1,5}|\*):[\w*-]{1,63}:[\w*.-]{1,63}:([^\s:]{4,200})$/dgm,
    accept: anything,
  },
  {
    anchors: ["$", "{ssha}"],
    pattern:
      /^[\w.@-]{1,64}:(\$(?:1|2[abxy]|5|6|7|y|apr1|argon2(?:id?|d)|scrypt)\$[^\s:"']{16,300}|\{SSHA\}[^\s:"']{16,300})/dgm,
    accept: anything,
    hashed: true,
  },
  {
    anchors: ["mnemonic", "phrase", "wallet"],
    pattern:
      /\b(?:mnemonic|seed[ _-]?phrase|recovery[ _-]?phrase|wallet words)["']?\s{0,4}(?:[:=]|is)\s{0,4}["']?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})/dgi,
    accept: anything,
  },
  {
    anchors: ["totp", "2fa", "otp", "mfa"],
    pattern:
      /\b(?:totp|2fa|otp|mfa)[ _-]?(?:seed|secret|key)["']?\s{0,2}(?:[:=]|is)?\s{0,4}["']?([A-Z2-7]{16,200})/dgi,
    accept: (secret) => looksRandom(secret, 16),
  },
  {
    anchors: ["identified by", "password"],
    pattern: /\b(?:identified by|(?:with|set) password(?: =)?|password =)\s{1,4}["']([^\s"']{4,200})["']/dgi,
    accept: anything,
  },
  {
    anchors: ["secret", "securestring"],
    pattern:
      /\b(?:secrets?|SecureString|create-secret|put-secret-value)\b[^\n|;&]{0,200}?[ \t](?:--body|-b|--value|--secret-string|--data)[ =]["']?([^\s"'`{]{8,400})/dg,
    accept: withDigitOrLong,
  },
  {
    anchors: ["htpasswd"],
    pattern: /\bhtpasswd[ \t]+-\w*b\w*[ \t]+\S{1,200}[ \t]+\S{1,100}[ \t]+["']?([^\s"'`]{4,200})/dg,
    accept: anything,
  },
  {
    anchors: ["ldap"],
    pattern: /\bldap\w{2,12}\b[^\n|;&]{0,200}?[ \t]-w[ \t]{1,4}["']?([^\s"'`]{4,200})/dg,
    accept: anything,
  },
  {
    anchors: [" -u"],
    pattern:
      /\b(?:smbclient|mount\.cifs|rpcclient|net|winexe)\b[^\n|;&]{0,200}?[ \t]-U[ \t]{0,4}["']?[^\s%"'`]{1,80}%([^\s"'`]{3,200})/dg,
    accept: anything,
  },
  {
    anchors: ["requirepass", "masterauth"],
    pattern: /\b(?:requirepass|masterauth)[ \t]{1,8}["']?([^\s"'`]{6,200})/dg,
    accept: anything,
  },
  {
    anchors: [" -p"],
    pattern: /\b(?:sqlcmd|bcp|osql)\b[^\n|;&]{0,200}?[ \t]-P[ \t]{0,4}["']?([^\s"'`-][^\s"'`]{3,100})/dg,
    accept: anything,
  },
  {
    anchors: ["http -", "https -", "-a "],
    pattern: /\bhttps?[ \t][^\n|;&]{0,100}?-a[ \t]{1,4}["']?[^\s:"'`/]{1,80}:([^\s"'`]{6,200})/dg,
    accept: anything,
  },
  {
    anchors: [" -p"],
    pattern: /\b(?:7z|7za|7zz|rar|unrar)[ \t][^\n|;&]{0,200}?[ \t]-p([^\s"'`-][^\s"'`]{5,100})/dg,
    accept: withDigitOrLong,
  },
  {
    anchors: [" -p"],
    pattern: /\b(?:un)?zip[ \t][^\n|;&]{0,200}?[ \t]-P[ \t]{1,4}["']?([^\s"'`]{6,100})/dg,
    accept: anything,
  },
  {
    anchors: ["curl"],
    pattern: /\bcurl\b[^\n|;&]{0,300}?[ \t](?:-b|--cookie)[ =]["']?[\w.-]{1,60}=([^\s"'`;]{8,2000})/dg,
    accept: (secret) => looksRandom(secret, 12),
  },
  {
    anchors: ["kubeadm"],
    pattern: /\bkubeadm\b[^\n|;&]{0,200}?--token[ =]([a-z0-9]{6}\.[a-z0-9]{16})\b/dg,
    accept: anything,
  },
  {
    anchors: ["private"],
    pattern:
      /\bprivate[ _-]?key\b["']?(?:\s{0,4}[:=]|\s(?:is|was))?\s{1,4}["']?((?:0x)?[0-9a-fA-F]{64}|[5KL][1-9A-HJ-NP-Za-km-z]{50,51})(?![A-Za-z0-9])/dgi,
    accept: anything,
  },
  { anchors: ['"auth"'], pattern: /"auth"\s{0,4}:\s{0,4}"([A-Za-z0-9+/=_-]{12,2000})"/dg, accept: anything },
  {
    anchors: ["privatekey", "presharedkey"],
    pattern: /\b(?:PrivateKey|PresharedKey)\s{0,4}=\s{0,4}([A-Za-z0-9+/]{42,44}=?)/dg,
    accept: anything,
  },
  {
    anchors: ["accountkey", "sharedaccesskey", "sharedsecret"],
    pattern: /\b(?:AccountKey|SharedAccessKey|SharedSecret)=([^\s;"'<>]{8,400})/dgi,
    accept: (secret) => looksRandom(secret, 8),
  },
  { anchors: ["secret="], pattern: /[?&]secret=([A-Z2-7]{16,200})/dg, accept: anything },
  {
    anchors: ["client-key-data", "tls.key", "id_rsa", "private_key_data"],
    pattern:
      /\b(?:client-key-data|tls\.key|id_rsa|private_key_data)\s{0,4}:\s{0,4}([A-Za-z0-9+/=]{40,8192})/dg,
    accept: anything,
  },
  // Parameters of addresses whose short names are secrets only there.
  {
    anchors: ["?", "&", "#", ";"],
    pattern:
      /[?&#;](?:amp;)?(?:key|sig|signature|hmac|jwt|code|auth|sid|session|sessionid|ticket|x-amz-signature|x-goog-signature|x-amz-security-token|x-oss-signature|hash_key|hapikey|apikey|pw|pass|credentials?|otp|sso|_token|sharekey|hdnts|access)=([^\s"'`&<>#)\]}\\]{8,4096})/dgi,
    accept: (secret) => looksRandom(secret, 12) || /^[0-9a-f]{32,}$/i.test(secret),
  },
  // fal: an id and a secret. Exa: an id alone.
  {
    anchors: ["fal", "credential"],
    pattern: named("(?:fal|credentials?)", `${uuid}:[0-9a-f]{32,64}`),
    accept: anything,
  },
  { anchors: ["exa"], pattern: named("exa", uuid), accept: anything },
  // Keys of machines beside their id.
  {
    anchors: ["akia", "asia", "a3t"],
    pattern:
      /\b(?:A3T[A-Z0-9]|AKIA|ASIA)[A-Z0-9]{16}\b[\s\S]{1,120}?(?<![A-Za-z0-9/+=])([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dg,
    accept: (secret) => looksRandom(secret, 40),
  },
];

/** Finds what stands in places that are made for secrets. */
export function findCredentials(text: string): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  const lower = text.toLowerCase();
  for (const { anchors, pattern, accept, hashed } of rules) {
    if (anchors?.some((anchor) => lower.includes(anchor)) === false) continue;
    for (const match of text.matchAll(pattern)) {
      const place = match.indices?.[1];
      const secret = match[1];
      if (place === undefined || secret === undefined) continue;
      if (isPlaceholder(secret) || (hashed !== true && isReference(secret)) || !accept(secret)) continue;
      spans.push({ start: place[0], end: place[1] });
    }
  }
  if (lower.includes("cookie")) spans.push(...findCookies(text));
  if (lower.includes("private") || lower.includes("ssh2")) spans.push(...findKeyBlocks(text));
  return spans;
}

const cookieHeader = /\b(?:set-)?cookie\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?([^\n\r"'`]{3,8192})/dgi;
const cookieAttribute = /^(?:path|domain|expires|max-age|samesite|priority|version|comment)$/i;
const cookieSecret =
  /sess|sid|auth|token|jwt|csrf|xsrf|remember|login|user|secret|key|credential|bearer|identity|ticket|account|connect\.|__host|__secure|_gh_|li_at|c_user|xs$/i;

function findCookies(text: string): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  for (const match of text.matchAll(cookieHeader)) {
    const line = match[1] ?? "";
    const start = match.indices?.[1]?.[0] ?? 0;
    for (const part of line.matchAll(/([^\s=;,]{1,100})=([^\s;,\\]{4,4096})/g)) {
      const [whole, name = "", value = ""] = part;
      if (cookieAttribute.test(name) || isPlaceholder(value) || isReference(value)) continue;
      if (!(cookieSecret.test(name) && value.length >= 6) && !looksRandom(value, 12)) continue;
      const at = start + part.index + whole.length - value.length;
      spans.push({ start: at, end: at + value.length });
    }
  }
  return spans;
}

const blockStart =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d: |---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----/g;
const blockEnd =
  /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|Private-MAC: \w+|---- END SSH2 ENCRYPTED PRIVATE KEY ----/g;

/** Private keys as people keep them in files; of one that is cut off, everything that goes on like a key. */
function findKeyBlocks(text: string): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  let from = 0;
  for (const match of text.matchAll(blockStart)) {
    if (match.index < from) continue;
    const start = match.index + match[0].length;
    blockEnd.lastIndex = start;
    const next =
      /^(?:[A-Za-z0-9+/=\s\\:,.()"'>#|_-]|-(?!----))*/.exec(text.slice(start, start + 20_000))?.[0].length ??
      0;
    const closing = blockEnd.exec(text.slice(0, start + 20_000));
    from = closing === null ? start + next : closing.index;
    if (/[A-Za-z0-9+/=]{16}/.test(text.slice(start, from))) spans.push({ start, end: from });
  }
  return spans;
}
