import type { Call, Desk } from "../desk.ts";
import { isKnown } from "../shell/unknown.ts";
import { judgeSql } from "./databases.ts";

/** A text that begins as an order to a program that deletes, downloads or ends something. */
const order =
  /^\s*(?::?\s*!+|%\(|\$\(|\(|:?(?:silent )?!|shell |system |exec |cmd:|sh:)?\s*(?:sudo |doas |env |nohup )*(?:rm -|rm \/|rmdir |shred |dd (?:if|of)=|mkfs|wipefs |chmod -|chown -|kill -|pkill |killall |shutdown|reboot\b|halt\b|poweroff\b|mv \/|(?:ba|z|da)?sh -\w*c\b|curl .*\||wget .*\||nc -|ncat -|truncate -|find .*-(?:delete|exec)|git push --?f|git reset --hard|:\(\)\s*\{)/;

/** Code that starts another program or deletes. */
const call =
  /\b(os\.system|subprocess\.\w+|child_process|execSync|system|shell_exec|popen|rmtree|rmSync|rm_rf|unlink\w*)\s*\(/;

const sql =
  /\b(drop|truncate)\s+(table|database|schema|collection|keyspace)\b|\bdelete\s+from\s+\w+|\bupdate\s+\w+\s+set\s/i;

/** Programs that only say, show, record or look for what they are given. */
const speakers =
  /^(echo|printf|cowsay|cowthink|figlet|toilet|banner|say|espeak|notify-send|terminal-notifier|logger|tldr|cheat|explain|howdoi|dialog|whiptail|zenity|gum|figlet|lolcat|boxes|git|gh|glab|hub|tea|jira|linear|todo|task|note|notes|nb|jrnl|zk|commit|cz|gitmoji|changeset|commitlint|grep|egrep|fgrep|rg|ag|ack|ugrep|pgrep|test|\[|expr|export|declare|local|readonly|alias|type|which|man|apropos|help|hermes|claude|codex|aider|llm|sgpt|aichat|ollama|mods|tokei|wc|sed|awk|jq|yq|xargs|sort|cut|diff|pytest|vitest|jest|mocha|cargo|npm|pnpm|yarn|bun|go|phpunit|rspec|ctest|dotnet|mvn|gradle|curl|wget|http|xh|playwright|cypress|newman|hurl|shellcheck|shfmt|bats|tmux|screen|slack|fortune|qrencode|pbcopy|xclip|xsel|wl-copy|clip|translate|trans|aspell|hunspell|vale|proselint|write-good|code|vim|nano|touch|mkdir|cat|tee|head|tail|less|base64|md5sum|sha256sum|openssl|gpg|strings)$/;

/**
 * Texts in the arguments of a program that no judge knows: where one reads as an order that deletes or as SQL that does,
 * the program is taken to run it.
 */
export function judgeCarriedText({ name, args, stdin }: Call, desk: Desk): void {
  if (speakers.test(name)) return;
  for (const word of args) {
    const text = /^--?[\w-]+=([^]*)$/.exec(word)?.[1] ?? word;
    if (text.length < 6 || text.length > 4_000 || !/[\s(]/.test(text)) continue;
    if (order.test(text))
      desk.script(
        text.replace(/^\s*(?::?\s*!+|%\(|:?(?:silent )?!)\s*/, "").replace(/^([^(]*)\)\s*$/, "$1"),
        { wrapper: name },
      );
    else if (call.test(text))
      desk.ask(
        "code.runs-program",
        `It hands ${name} code that starts programs or deletes: ${text.slice(0, 80)}`,
      );
    else if (sql.test(text)) judgeSql(text, desk);
  }
  if (stdin === undefined || !isKnown(stdin) || stdin.length > 4_000) return;
  for (const line of stdin.split("\n"))
    if (/^\s*!/.test(line) && order.test(line)) desk.script(line.replace(/^\s*!+/, ""), { wrapper: name });
}
