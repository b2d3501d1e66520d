import { isRegular, looksRandom } from "./randomness.ts";

/** What people write where a secret belongs. */
const standIn =
  /^(?:<[^>]*>?|\[[^\]]*\]?|\*+|\.{2,}|…|_+|-+|none|null|nil|undefined|true|false|yes|no|on|off|empty|optional|required|string|str|text|char|varchar|input|number|boolean|bool|bytes|any|object|unknown|default|auto|prompt|stdin|env|ask|disabled|enabled|invalid|incorrect|wrong|missing|todo|tbd|n\/a|redacted|removed|hidden|masked|secret|password|passwd|pass|pwd|pw|token|key|value|changeme|change[-_ ]?it|change[-_]this|replace[-_ ]?me|dummy|example|sample|placeholder|test|testing|fake|foo|bar|baz|foobar|abc|abc123|admin|root|user|postgres|mysql|guest)$/i;

const standInPart =
  /^(?:your|my|insert|enter|put|add|replace|change|example|sample|dummy|placeholder|redacted|changeme|some|todo|fake|test)[-_ .]|[-_](?:here|example|placeholder|goes)(?:[-_>\]]|$)|EXAMPLE|x{6,}|X{6,}|\*{3,}|\.{3}|…|•{3}/;

const wordyStandIn = /^(?:your[-_ ]?|(?:my|insert|enter|put|replace|the|some|a)[-_ ])[a-z_ -]+$/i;

/** A value that stands for a secret instead of being one. */
export function isPlaceholder(value: string): boolean {
  const head = value.length > 200 ? value.slice(0, 200) : value;
  return standIn.test(head) || standInPart.test(head) || wordyStandIn.test(head) || isRegular(head);
}

const reference = new RegExp(
  [
    String.raw`^\$[{(]|^\$\w+$|^\$[A-Za-z_]\w*[/:}]|^%[A-Za-z_]\w*%$|^\{\{|^#\{|^@\{|^!\w|^<%|^\{%`,
    String.raw`^\(?(?:process\.env|import\.meta\.env|os\.(?:environ|getenv)|std::env|env!|getenv|System\.getenv|ENV\[|Deno\.env|env\(|config\(|builtins\.|vars?\.|local\.|data\.|module\.|self\.|this\.|secrets?\.|settings\.|options\.|args\.|props\.|params\.|request\.|req\.|ctx\.|context\.|config\.|opts\.)`,
    String.raw`^(?:op|vault|secret|secrets|env|file|ref\+\w+|awssm|ssm|gcpsm|akv|urn|keyring|keychain|pass|bws|doppler|infisical|sops|arn|kms|sm|azkv|kv)[:/]`,
    String.raw`^(?:ENC\[|\(ENC\)|AgB|@Microsoft\.KeyVault|resolve:|\{resolve|\{\w+\}$|\{cipher\})`,
    String.raw`secretKeyRef|valueFrom|secretsmanager|keyvault`,
  ].join("|"),
);

/** A value that says where the secret is kept: a variable, a template, an entry of a vault, a file. */
export function isReference(value: string): boolean {
  const head = value.length > 200 ? value.slice(0, 200) : value;
  if (/^projects\/[\w-]+\/secrets\//.test(head)) return true;
  if (/^(?:\.{0,2}|~)\/[\w@.+-]+(?:\/|$)/.test(head)) return !looksRandom(head.slice(1), 30);
  return reference.test(head) || /^[a-z][a-z0-9+.-]*:\/\//i.test(head);
}
