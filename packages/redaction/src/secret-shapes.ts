/** One way in which secrets are written. */
export interface SecretShape {
  readonly name: string;
  /** The first group is the secret; with `before`, its end. Begins with something rare, or is spared by `needs`. */
  readonly pattern: RegExp;
  /** What must stand right before the group, in at most 40 characters, and belongs to the secret. */
  readonly before?: RegExp;
  /** The first group of it is searched instead of the text. */
  readonly within?: RegExp;
  /** What the secret must be besides: drawn by chance and this long, or no plain short word. @default anything */
  readonly accept?: number | "no-word";
  /** Nothing but a secret is written so: it is not asked whether it is a placeholder or a reference. */
  readonly certain?: boolean;
  /** A text without this is not searched. */
  readonly needs?: string;
}

/** A word begins here, be it after an escape: `%20`, `\n`, `\u0026`, a colour of a terminal. */
export const wordStart: string = String.raw`(?:(?<![A-Za-z0-9_])|(?<=%[0-9A-Fa-f]{2}|\\[nrt]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\u001b\[[\d;]{0,8}m))`;

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** Up to 20 000 characters among which 16 are those of a key. */
function keyBody(unit: string): string {
  const units = `(?:${unit}|-(?!----))`;
  return `(?=${units}{0,2000}?[A-Za-z0-9+/=]{16})${units}{0,20000}`;
}

/** The whole of a word. */
function whole(body: string): RegExp {
  return new RegExp(String.raw`${wordStart}(?<![A-Za-z0-9]{12}[/+-])(${body})(?![A-Za-z0-9_-])`, "dg");
}

const keyStart = String.raw`(?:-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d: |---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----)`;
const keyEnd = "-----END|Private-MAC: |---- END";
/** A line of a key or of its headers, be it quoted, escaped, or with numbers before it. */
const keyUnit = String.raw`[A-Za-z0-9+/=\s\\:,.()"'>#|_]`;

/** Secrets that can be known wherever they stand. */
export const keyShapes: readonly SecretShape[] = [
  // A row of beginnings would be read anew from each of them if a hyphen began a word.
  {
    name: "JSON Web Token",
    pattern: new RegExp(
      String.raw`(?<!-)${wordStart}(eyJ[A-Za-z0-9_-]{10,8192}\.[A-Za-z0-9_-]{4,8192}(?:\.[A-Za-z0-9_-]{0,8192}){0,3})`,
      "dg",
    ),
  },
  { name: "Grafana", pattern: /(eyJrIjoi[A-Za-z0-9+/=_-]{40,400})/dg },
  {
    name: "Telegram bot",
    pattern: /(:[A-Za-z0-9_-]{32,64})(?![A-Za-z0-9_-])/dg,
    before: /\b(?:bot)?\d{6,12}$/,
    accept: 30,
  },
  {
    name: "Discord bot",
    pattern: whole(String.raw`[MNO][A-Za-z0-9_-]{17,30}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,50}`),
  },
  { name: "Entra", pattern: /(Q~[A-Za-z0-9_.~-]{28,40})/dg, before: /[A-Za-z0-9_.~-]{3}\d$/ },
  { name: "Airtable", pattern: whole(String.raw`pat[A-Za-z0-9]{14}\.[0-9a-f]{64}`) },
  { name: "Mailchimp", pattern: /(-us\d{1,2})(?![A-Za-z0-9])/dg, before: /[0-9a-f]{32}$/ },
  { name: "Asana", pattern: whole(String.raw`[0-2]\/\d{12,20}(?:\/\d{12,20})?:[0-9a-f]{32}`) },
  { name: "Terraform", pattern: /(\.atlasv1\.[A-Za-z0-9_-]{40,100})/dg, before: /[A-Za-z0-9]{14}$/ },
  { name: "LaunchDarkly", pattern: whole(`(?:sdk|mob|api)-${uuid}`) },
  { name: "1Password account", pattern: whole(String.raw`A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,6}){4,5}`) },
  { name: "ClickUp", pattern: whole(String.raw`pk_\d{6,10}_[A-Z0-9]{32}`) },
  {
    name: "password hash",
    pattern:
      /(?<![\w$])((?:\$(?:1|2[abxy]|5|6|7|y|apr1|argon2(?:id?|d)|scrypt)\$|\{SSHA\})[A-Za-z0-9./+=,$]{20,300})(?![A-Za-z0-9])/dg,
  },
  // Of one that is cut off, everything that goes on like a key.
  {
    name: "private key",
    pattern: new RegExp(String.raw`${keyStart}(${keyBody("[^-]")}?(?=${keyEnd})|${keyBody(keyUnit)})`, "dg"),
  },
  // Webhooks: who knows the URL may post.
  {
    name: "Slack webhook",
    pattern: /\bhooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9/_-]{20,200})/dg,
  },
  { name: "Zapier webhook", pattern: /\bhooks\.zapier\.com\/hooks\/catch\/(\d{3,12}\/[A-Za-z0-9]{5,20})/dg },
  {
    name: "Discord webhook",
    pattern: /\bdiscord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,22}\/([A-Za-z0-9_-]{40,100})/dg,
  },
  { name: "Teams webhook", pattern: /\.webhook\.office\.com\/webhookb2\/([A-Za-z0-9@/_-]{40,300})/dg },
  {
    name: "Google Chat webhook",
    pattern:
      /\bchat\.googleapis\.com\/v1\/spaces\/[A-Za-z0-9_-]{5,20}\/messages\?([A-Za-z0-9=&%_.-]{40,400})/dg,
  },
  {
    name: "Feishu webhook",
    pattern: /\bopen\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/([A-Za-z0-9-]{30,40})/dg,
  },
].map((shape) => ({ certain: true, ...shape }));

/** `programs … flag secret`. */
function flag(programs: string, flags: string, accept?: SecretShape["accept"]): SecretShape {
  const pattern = String.raw`\b(?:${programs})\b[^\n|;&]{0,200}?[ \t](?:${flags})["']?([^\s"'\`-][^\s"'\`]{3,400})`;
  return {
    name: `${flags} of ${programs}`,
    pattern: new RegExp(pattern, "dg"),
    needs: " -",
    ...(accept !== undefined && { accept }),
  };
}

/** A key that looks like any other id: only right behind the name of its service. */
function named(service: string, key: string): SecretShape {
  const words = String.raw`(?:[\W_]{0,3}(?:ai|api|key|token|secret|is)){0,4}[\W_]{1,4}`;
  return {
    name: `key of ${service}`,
    pattern: new RegExp(String.raw`\b${service}${words}(${key})(?![\w-])`, "dgi"),
  };
}

/** However a header is written down: in a request, in code, in JSON. */
const authorization = String.raw`\bauthorization(?:\\?["']?\s{0,4}[:=]\s{0,4}\\?["'\`]?|["']\s{0,4},\s{0,4}["'\`])`;
const schemes =
  "Bearer|Basic|Token|Digest|Negotiate|ApiKey|Api-Key|Key|GenieKey|SSWS|Bot|Splunk|DPoP|OAuth|NTLM|MAC|Hawk|Zoho-oauthtoken|sso-key|Discogs|Klaviyo-API-Key";
const cookies = /\b(?:set-)?cookie\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?([^\n\r"'`]{3,8192})/dgi;
const cookieName = String.raw`(?<![^\s;,])(?!(?:path|domain|expires|max-age|samesite|priority|version|comment)=)`;

/** Places where only a secret stands, whatever it looks like. */
export const secretPlaces: readonly SecretShape[] = [
  {
    name: "Authorization header with a scheme",
    pattern: new RegExp(String.raw`${authorization}(?:${schemes})[ \t]+([^\s"'\`<>\\,;]{6,4096})`, "dgi"),
    accept: "no-word",
  },
  {
    name: "Authorization header",
    pattern: new RegExp(String.raw`${authorization}([^\s"'\`<>\\,;]{10,4096})`, "dgi"),
    accept: 10,
  },
  { name: "bearer token", pattern: /\bbearer(?:[ \t]+|%20|\+)([A-Za-z0-9+/=_.~-]{8,4096})/dgi, accept: 8 },
  { name: "basic credentials", pattern: /\bBasic[ \t]+([A-Za-z0-9+/]{11,4096}={0,2})/dg, accept: 11 },
  {
    name: "AWS signature",
    pattern:
      /\bCredential=[^\s,]{1,300},\s{0,4}SignedHeaders=[^\s,]{1,500},\s{0,4}Signature=([0-9a-f]{32,128})/dgi,
  },
  {
    name: "session cookie",
    within: cookies,
    pattern: new RegExp(
      String.raw`${cookieName}[^\s=;,]{0,100}(?:sess|sid|auth|token|jwt|csrf|xsrf|remember|login|user|secret|key|credential|bearer|identity|ticket|account|connect\.|__host|__secure|_gh_|li_at|c_user|xs(?==))[^\s=;,]{0,100}=([^\s;,\\]{6,4096})`,
      "dgi",
    ),
  },
  {
    name: "cookie",
    within: cookies,
    pattern: new RegExp(String.raw`${cookieName}[^\s=;,]{1,100}=([^\s;,\\]{12,4096})`, "dgi"),
    accept: 12,
  },
  // URLs: name:secret@host, :secret@host, secret@host, and parameters whose short names are secrets only there.
  {
    name: "URL password",
    needs: "@",
    pattern:
      /(?<=\b[a-z][a-z0-9+.-]{1,20}):\/\/[^\s:/?#"'`<>@]{0,200}:([^\s"'`<>]{1,400}?)@(?=[A-Za-z0-9[.$_{-])/dgi,
  },
  {
    name: "URL token",
    needs: "@",
    pattern: /\bhttps?:\/\/([A-Za-z0-9_.~-]{16,400})(?::(?:x-oauth-basic)?)?@/dgi,
    accept: 16,
  },
  { name: "repository token", pattern: /\bx-token-auth:([^\s@"'`]{8,400})@/dgi },
  {
    name: "query parameter",
    pattern:
      /[?&#;](?:amp;)?(?:key|sig|signature|hmac|jwt|code|auth|sid|session|sessionid|ticket|x-amz-signature|x-goog-signature|x-amz-security-token|x-oss-signature|hash_key|hapikey|apikey|pw|pass|credentials?|otp|sso|_token|sharekey|hdnts|access)=([^\s"'`&<>#)\]}\\]{8,4096})/dgi,
    accept: 12,
  },
  { name: "TOTP secret in a URL", pattern: /[?&]secret=([A-Z2-7]{16,200})/dg },
  // Programs that take a password as an argument.
  {
    name: "-u name:secret",
    needs: "-",
    pattern:
      /(?<![^\s"'`])(?:-u|--user|--proxy-user|-U)[ =]?["']?[^\s:"'`/]{1,80}:(?!\d{1,5}(?::\d{1,5})?(?![^\s"'`]))([^\s"'`]{3,200})/dg,
  },
  flag("sshpass|mysql|mysqldump|mysqladmin|mariadb", "-p[ \\t]?"),
  flag("7z|7za|7zz|rar|unrar", "-p", "no-word"),
  flag(
    "docker|podman|helm|oras|az|twine|htpasswd",
    String.raw`-p[ \t]{1,4}(?![^\s]{0,40}:|[\d.]{2,20}(?:/(?:tcp|udp))?(?:\s|$))`,
    "no-word",
  ),
  flag("htpasswd", String.raw`-\w*b\w*[ \t]+\S{1,200}[ \t]+\S{1,100}[ \t]+`),
  flag("redis-cli|valkey-cli", String.raw`-a[ \t]{1,4}`),
  flag(String.raw`ldap\w{2,12}`, String.raw`-w[ \t]{1,4}`),
  flag("sqlcmd|bcp|osql|zip|unzip", String.raw`-P[ \t]{0,4}`),
  flag(
    String.raw`smbclient|mount\.cifs|rpcclient|net|winexe`,
    String.raw`-U[ \t]{0,4}["']?[^\s%"'\`]{1,80}%`,
  ),
  flag("https?", String.raw`-a[ \t]{1,4}["']?[^\s:"'\`/]{1,80}:`),
  flag("curl", String.raw`(?:-b|--cookie)[ =]["']?[\w.-]{1,60}=`, 12),
  flag("kubeadm", "--token[ =]"),
  flag(
    "secrets?|SecureString|create-secret|put-secret-value",
    String.raw`(?:--body|-b|--value|--secret-string|--data)[ =](?=["']?[^\s"'\`{]{8})`,
    "no-word",
  ),
  // Files of logins and of settings: .netrc, .pgpass, Redis, SQL, Docker, WireGuard, Kubernetes.
  {
    name: ".netrc",
    pattern:
      /\bmachine[ \t\n]{1,4}\S{1,200}[ \t\n]{1,4}login[ \t\n]{1,4}\S{1,200}[ \t\n]{1,4}password[ \t\n]{1,4}(\S{1,300})/dgi,
  },
  {
    name: ".pgpass",
    pattern: /^[\w.*-]{1,100}:(?:\d{1,5}|\*):[\w*-]{1,63}:[\w*.-]{1,63}:([^\s:]{4,200})$/dgm,
  },
  { name: "Redis", pattern: /\b(?:requirepass|masterauth)[ \t]{1,8}["']?([^\s"'`]{6,200})/dg },
  {
    name: "SQL",
    pattern:
      /\b(?:identified by|password(?:(?<=\b(?:with|set) password)| =))\s{1,4}["']([^\s"']{4,200})["']/dgi,
  },
  { name: "Docker", pattern: /"auth"\s{0,4}:\s{0,4}"([A-Za-z0-9+/=_-]{12,2000})"/dg },
  { name: "WireGuard", pattern: /\b(?:PrivateKey|PresharedKey)\s{0,4}=\s{0,4}([A-Za-z0-9+/]{42,44}=?)/dg },
  {
    name: "connection string",
    pattern: /\b(?:AccountKey|SharedAccessKey|SharedSecret)=([^\s;"'<>]{8,400})/dgi,
    accept: 8,
  },
  {
    name: "Kubernetes key",
    pattern:
      /\b(?:client-key-data|tls\.key|id_rsa|private_key_data)\s{0,4}:\s{0,4}([A-Za-z0-9+/=]{40,8192})/dg,
  },
  // In prose.
  {
    name: "seed phrase",
    pattern:
      /\b(?:mnemonic|seed[ _-]?phrase|recovery[ _-]?phrase|wallet words)["']?\s{0,4}(?:[:=]|is)\s{0,4}["']?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})/dgi,
  },
  {
    name: "wallet private key",
    pattern:
      /\bprivate[ _-]?key\b["']?(?:\s{0,4}[:=]|\s(?:is|was))?\s{1,4}["']?((?:0x)?[0-9a-fA-F]{64}|[5KL][1-9A-HJ-NP-Za-km-z]{50,51})(?![A-Za-z0-9])/dgi,
  },
  {
    name: "TOTP secret",
    pattern:
      /\b(?:totp|2fa|otp|mfa)[ _-]?(?:seed|secret|key)["']?\s{0,2}(?:[:=]|is)?\s{0,4}["']?([A-Z2-7]{16,200})/dgi,
    accept: 16,
  },
  named("(?:fal|credentials?)", `${uuid}:[0-9a-f]{32,64}`),
  named("exa", uuid),
  {
    name: "AWS secret beside its id",
    pattern:
      /\b(?:A3T[A-Z0-9]|AKIA|ASIA)[A-Z0-9]{16}\b[\s\S]{1,120}?(?<![A-Za-z0-9/+=])([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dg,
    accept: 40,
  },
];
