/**
 * Whether a variable most likely holds a secret, by its name: keys, tokens and passwords of providers and platforms,
 * and everything of AWS. A child process gets such a variable only on purpose.
 */
export function isSecretName(name: string): boolean {
  const upper = name.toUpperCase();
  if (harmless.has(upper)) return false;
  return upper.startsWith("AWS_") || secretWord.test(upper);
}

// Ends of words, so that TOKENIZERS_PARALLELISM or KEYBOARD_LAYOUT are no secrets. A bare PWD is the working directory.
const secretWord =
  /(KEYS?|TOKENS?|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|CREDENTIALS?|COOKIES?|WEBHOOK(_URL)?|DATABASE_URL|CONNECTION_STRING|DSN|._PWD)(_|$)|(^|_)(PASS|AUTH|PAT)(_|$)/;

// The way to an agent that gives no key away.
const harmless: ReadonlySet<string> = new Set(["SSH_AUTH_SOCK"]);
