import { looksRandom } from "./randomness.ts";

interface FreeShape {
  /** The first group is the secret, or its end. */
  readonly pattern: RegExp;
  /** What must stand right before it, and belongs to it. */
  readonly before?: RegExp;
  readonly accept?: (secret: string) => boolean;
}

/** Not within a word, or right behind a sign for a new line or a character in an address. */
const start = String.raw`(?:(?<![A-Za-z0-9_/+-])|(?<=[/+-](?<![A-Za-z0-9]{12}.))|(?<=\\[nrt]|%[0-9a-fA-F]{2}|\u001b\[[\d;]{0,8}m))`;
const end = "(?![A-Za-z0-9_-])";

function shape(body: string): RegExp {
  return new RegExp(`${start}(${body})${end}`, "dg");
}

const hex = "[0-9a-f]";
const uuid = `${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}`;

/**
 * Secrets without a prefix that says enough. Each pattern begins with something rare and ends at once where it does not
 * go on, so that none can be slow.
 */
export const freeShapes: readonly FreeShape[] = [
  // JSON Web Tokens, signed or not, and the ones of Grafana, which have no dots.
  {
    // The boundary comes first: a row of such beginnings would else be read anew from each of them.
    pattern:
      /(?:(?<![A-Za-z0-9_-])|(?<=\\[nrt]|%[0-9a-fA-F]{2}|\u001b\[[\d;]{0,8}m))(eyJ[A-Za-z0-9_-]{10,8192}\.[A-Za-z0-9_-]{4,8192}(?:\.[A-Za-z0-9_-]{0,8192}){0,3})/dg,
  },
  { pattern: /(eyJrIjoi[A-Za-z0-9+/=_-]{40,400})/dg },
  // Telegram bots: the number of the bot, a colon, 35 characters.
  {
    pattern: shape(String.raw`(?:bot)?\d{6,12}:[A-Za-z0-9_-]{32,64}`),
    accept: (text) => looksRandom(text.slice(text.indexOf(":") + 1), 30),
  },
  // Discord: the number of the bot in base64, a time, a signature.
  { pattern: shape(String.raw`[MNO][A-Za-z0-9_-]{17,30}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,50}`) },
  // Entra: three characters, a digit, Q and a tilde.
  { pattern: /(Q~[A-Za-z0-9_.~-]{28,40})/dg, before: /[A-Za-z0-9_.~-]{3}\d$/ },
  // Airtable, Mailchimp, Asana, Terraform, LaunchDarkly: parts of fixed length.
  { pattern: shape(String.raw`pat[A-Za-z0-9]{14}\.[0-9a-f]{64}`) },
  { pattern: /(-us\d{1,2})(?![A-Za-z0-9])/dg, before: /[0-9a-f]{32}$/ },
  { pattern: shape(String.raw`[0-2]\/\d{12,20}(?:\/\d{12,20})?:[0-9a-f]{32}`) },
  { pattern: /(\.atlasv1\.[A-Za-z0-9_-]{40,100})/dg, before: /[A-Za-z0-9]{14}$/ },
  { pattern: shape(`(?:sdk|mob|api)-${uuid}`) },
  // The secret key of a 1Password account; ClickUp; hashes of passwords in the forms of crypt.
  { pattern: shape(String.raw`A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,6}){4,5}`) },
  { pattern: shape(String.raw`pk_\d{6,10}_[A-Z0-9]{32}`) },
  {
    pattern:
      /(?<![\w$])(\$(?:2[abxy]|5|6|7|y|apr1|argon2(?:id?|d)|scrypt)\$[A-Za-z0-9.\/+=,$]{20,300})(?![A-Za-z0-9])/dg,
  },
  // Paths of hooks: who knows the address may post.
  { pattern: /\bhooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9/_-]{20,200})/dg },
  { pattern: /\bdiscord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,22}\/([A-Za-z0-9_-]{40,100})/dg },
  { pattern: /\.webhook\.office\.com\/webhookb2\/([A-Za-z0-9@/_-]{40,300})/dg },
  { pattern: /\bhooks\.zapier\.com\/hooks\/catch\/(\d{3,12}\/[A-Za-z0-9]{5,20})/dg },
  {
    pattern:
      /\bchat\.googleapis\.com\/v1\/spaces\/[A-Za-z0-9_-]{5,20}\/messages\?([A-Za-z0-9=&%_.-]{40,400})/dg,
  },
  { pattern: /\bopen\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/([A-Za-z0-9-]{30,40})/dg },
];
