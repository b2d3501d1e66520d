/** How sure the name of a value makes it that the value is secret. */
export type KeyStrength =
  | "password"
  | "token"
  /** The name often stands for something else; the value must look the part. */
  | "weak"
  /** A number of a few digits can be secret here. */
  | "number"
  /** A name without any other word, such as `key`. */
  | "bare";

/** Words in names of secrets; the rest of the name is judged by `strengthOf`. */
export const keyWords: RegExp =
  /pass(?:word|wd|phrase|wort|code|key)|contrase(?:ñ|n)a|passwort|kennwort|mot[_-]?de[_-]?passe|senha|пароль|密码|密碼|パスワード|비밀번호|pwd|secret|token|api[_-]?key|apikey|credential|[_-]key|access[_-]?key|account[_-]?key|private[_-]?key|master[_-]?key|encryption[_-]?key|signing[_-]?key|shared[_-]?key|sharedaccesskey|accountkey|auth(?:orization)?(?=["']|\s*[:=])|_auth|signature|recovery[_-]?(?:key|code)|connection[_-]?string|webhook[_-]?url|_dsn|database_url|[_-]pat(?=["'\s=:])|[_-]pass(?=["'\s=:])|[_-]pw(?=["'\s=:])|client[_-]?key|[_-]salt|otp|psk|(?<![a-z])pin(?=["'\s]*[:=])|(?<![a-z])pass(?=["']?\s*[:=]|[ \t]\S)|(?<![A-Za-z0-9_.-])key(?=["']?\s{0,4}[:=])/gi;

// A name that goes on like this speaks about a secret, or is something else that happens to hold the word.
const about =
  /(?:^|[_-])(?:ur[il]|endpoint|file(?:name)?|path|dir|name|id|ids|type|kind|length|len|size|count|limit|max|min|expir\w*|ttl|lifetime|age|policy|rotation|algorithm|alg|version|format|header|field|prompt|label|hint|ref|reference|source|stdin|store|manager|provider|usage|budget|reset|required|enabled|strength|regex|pattern|validator|help|description|error|status|location|host|port|index|position|list|arn|scope|scopes|env|var|command|cmd|changed?|created|updated|at|date|issuer|audience|fingerprint|hash|digest|bytes|per|window|offset|form|input|page|icon|column|bar|free|less)(?:$|[_-])/i;

const camelAbout =
  /(?:Ur[il]|URL|Endpoint|File|Path|Name|Id|Ids|ID|Type|Kind|Length|Size|Count|Limit|Expir\w*|Ttl|TTL|Policy|Version|Format|Header|Field|Prompt|Label|Hint|Ref|Source|Store|Manager|Provider|Usage|Budget|Reset|Required|Enabled|Pattern|Regex|Validator|Error|Status|Location|Index|Position|List|Arn|Scope|Scopes|Env|Command|Changed|At|Date|Issuer|Hash|Input|Form)$/;

/** What may follow the word and leave it the name of a secret; a plural or a longer sentence may not. */
const kindOf =
  /[_-]?(?:\d{1,4}(?!\d)|live|test|prod|production|development|dev|stage|staging|main|old|new|primary|secondary|backup|base64|b64|raw|plaintext|plain|value|v\d|data|default|admin|root|user|key|token|secret|password|base)/iy;

/** Taken step by step: one pattern for all the steps would try each way of cutting a long name. */
function isKindOf(after: string): boolean {
  let at = 0;
  while (at < after.length) {
    kindOf.lastIndex = at;
    if (!kindOf.test(after)) return false;
    at = kindOf.lastIndex;
  }
  return true;
}

const counted =
  /^(?:max|min|num|n|total|input|output|prompt|completion|cached?|reasoning|context|used|remaining|next|page|eos|bos|pad|unk|sep|mask|cls|sort|partition|primary|foreign|composite|unique|cache|public|publishable|pub|idempotency|row|hash|range|object|storage_?object|dedupe?|routing|lookup|index|map|dict|json|i18n|translation|locale|hot|short|arrow|shift|meta|alt|ctrl|enter|escape|tab|trusted|host|gpg|known|continuation|cancellation|sync|change|lexer|syntax|stop|start|special|file|s3|column|field|config|registry|state|group|join|left|right|order|kms|key)(?:[_-]|(?=[A-Z])|$)/;

/**
 * What the whole name of a value says about it.
 *
 * @param before The name up to the word that was found. @param word The word. @param after The rest of the name.
 */
export function strengthOf(before: string, word: string, after: string): KeyStrength | undefined {
  if (about.test(after) || camelAbout.test(after)) return undefined;
  const isVariable = /^[A-Z0-9_]+$/.test(`${before}${word}${after}`);
  if (!isVariable && !isKindOf(after)) return undefined;
  const lower = word.toLowerCase();
  const leading = before.replace(/^[-_.]+/, "");
  if (/^(?:pin|otp|passcode)$/.test(lower)) return "number";
  if (/^(?:pass|pwd|contra|kenn|mot|senha|пароль|密|パ|비|psk|[_-]pass|[_-]pw)/.test(lower))
    return "password";
  if (lower === "key") return "bare";
  if (/key$|token|signature|salt/.test(lower)) {
    const head = `${leading}${lower.startsWith("_") || lower.startsWith("-") ? "_" : ""}`;
    const last = head.split(/[.]/).at(-1) ?? "";
    if (counted.test(last.toLowerCase() === last ? last : decamel(last))) {
      if (
        !/(?:api|secret|private|access|auth)[_-]?$/i.test(head) &&
        !/(?:api|secret|private|access|master|signing|encryption)/.test(lower)
      )
        return undefined;
    }
  }
  if (/^[_-]key$|signature|salt|otp|_dsn|url|connection|[_-]pat$/.test(lower)) return "weak";
  if (/secret/.test(lower)) return "password";
  return "token";
}

function decamel(text: string): string {
  return text.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
}
