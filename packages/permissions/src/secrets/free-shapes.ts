import { looksRandom } from "./randomness.ts";

interface FreeShape {
  readonly pattern: RegExp;
  readonly accept?: (secret: string) => boolean;
}

/**
 * Secrets without a prefix that says enough; the first group is the secret. Each pattern begins with something rare and
 * ends at once where it does not go on, so that none can be slow.
 */
export const freeShapes: readonly FreeShape[] = [
  // JSON Web Tokens, signed or not.
  { pattern: /(?<![A-Za-z0-9_-])(eyJ[A-Za-z0-9_-]{10,8192}\.[A-Za-z0-9_-]{4,8192}(?:\.[A-Za-z0-9_-]{0,8192}){0,3})/dg },
  // Telegram bots: the number of the bot, a colon, 35 characters.
  {
    pattern: /(?<![A-Za-z0-9_])((?:bot)?\d{6,12}:[A-Za-z0-9_-]{32,64})(?![A-Za-z0-9_-])/dg,
    accept: (text) => looksRandom(text.slice(text.indexOf(":") + 1), 30),
  },
  // Discord: the number of the bot in base64, a time, a signature.
  { pattern: /(?<![A-Za-z0-9_-])([MNO][A-Za-z0-9_-]{17,30}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,50})(?![A-Za-z0-9_-])/dg },
  // Entra: three characters, a digit, Q and a tilde.
  { pattern: /((?<=[A-Za-z0-9_.~-]{3}\d)Q~[A-Za-z0-9_.~-]{28,40})/dg },
  // Airtable, Mailchimp, Asana, Terraform: parts of fixed length.
  { pattern: /(?<![A-Za-z0-9_])(pat[A-Za-z0-9]{14}\.[0-9a-f]{64})/dg },
  { pattern: /(?<![A-Za-z0-9])([0-9a-f]{32}-us\d{1,2})(?![A-Za-z0-9])/dg },
  { pattern: /(?<![A-Za-z0-9/])([0-2]\/\d{12,20}(?:\/\d{12,20})?:[0-9a-f]{32})(?![A-Za-z0-9])/dg },
  { pattern: /\.(atlasv1\.[A-Za-z0-9_-]{40,100})/dg },
  // Paths of hooks: who knows the address may post.
  { pattern: /\bhooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9/_-]{20,200})/dg },
  { pattern: /\bdiscord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,22}\/([A-Za-z0-9_-]{40,100})/dg },
  { pattern: /\.webhook\.office\.com\/webhookb2\/([A-Za-z0-9@/_-]{40,300})/dg },
  { pattern: /\bhooks\.zapier\.com\/hooks\/catch\/(\d{3,12}\/[A-Za-z0-9]{5,20})/dg },
  { pattern: /\bchat\.googleapis\.com\/v1\/spaces\/[A-Za-z0-9_-]{5,20}\/messages\?([A-Za-z0-9=&%_.-]{40,400})/dg },
  { pattern: /\bopen\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/([A-Za-z0-9-]{30,40})/dg },
];
