import type { CommandContext } from "../command-context.ts";
import { isKnown } from "../shell/unknown.ts";

/**
 * Words with which code of any language reaches beyond computing and printing: it starts programs, makes and runs code,
 * deletes, connects, or changes processes and rights.
 */
const reachesOut =
  /\b(os\.(system|popen|exec\w*|spawn\w*|remove\w*|unlink|rmdir|kill\w*|fork|chmod|chown|rename|setuid)|subprocess\.\w|pty\.|shutil\.(?!copy|which|get)|child_process|exec(Sync|File\w*)|spawn\w*|popen\w*|Popen|proc_open|shell_exec|passthru|multiprocessing|ctypes|Deno\.(run|Command|remove\w*)|Bun\.spawn\w*|execa|Command::new|ProcessBuilder|Runtime|run-program|call-process\w*|shell-command\w*|do shell script|Start-Process|Invoke-\w+|iex|pexpect|paramiko|eval|__import__|importlib|runpy|Function\s*\(|vm\.run\w*|loadstring|instance_eval|class_eval|rmtree|rmSync|rmdirSync|unlink\w*|rmdir|rm_rf|rm_r|removedirs|remove_tree|Remove-Item|File\.delete|FileUtils|fs\.(rm|unlink)|requests\.(post|put|patch|delete)|axios\.(post|put)|sendall?\s*\(|method["']?\s*:\s*["'](POST|PUT|DELETE)|urlretrieve|socket\.(?!get(host|fqdn|addrinfo|serv))|net\.(connect|create\w*|Socket)|IO::Socket|TCPSocket|TCPServer|curl_exec|fsockopen|smtplib|ftplib|process\.kill|Stop-\w+|Restart-Computer)|\b(exec|system|spawn|fork)\s*\(|\b(system|exec|unlink)\s+['"$@]|`[^`$]*`\s*;?\s*$|\|\s*getline|\bgetline\b|\bprint\w*[^;{}]*\|\s*"/;

/** A home folder or a place in it, a file that begins with a dot, an absolute path: what may be protected. */
const paths = /(["'`])((?:~|\.{0,2})\/[^"'`\n]{1,200}|\.[a-z][\w./-]{1,100})\1/g;
const writes =
  /["'](w|a|x|r\+|w\+|wb|ab)[bt+]*["']|write|append|copy|move|rename|symlink|put_contents|Set-Content|Out-File|spit|to_csv|to_json/i;
/** Code that forks again and again. */
const forksInLoop = /\b(while|for|loop|until)\b[^]*\bfork\b|\bfork\b[^]*\b(while|for|loop|until)\b/;

/**
 * Reads code of another language by its words alone: whether it may do more than compute, which addresses it names, and
 * which protected paths. Where a wall holds it, nobody is asked.
 */
export function scanCode(language: string, text: string, context: CommandContext): void {
  if (text.length > 50_000 || !isKnown(text))
    return context.ask(
      "code.unknown",
      "It runs code that is too long to be read, or shows only when it runs.",
    );
  // A pattern may be executed, and a text may speak of calls.
  const bare = text.replace(/\b\w+\.exec\s*\(|"[^"\n]*\([^"\n]*"|'[^'\n]*\([^'\n]*'/g, "(");
  if (forksInLoop.test(bare) && /\bfork\s*\(?\s*\)?/.test(bare))
    context.refuse("process.fork-bomb", "It starts itself again and again until nothing else runs.");
  const [found] = reachesOut.exec(bare) ?? [];
  if (found !== undefined)
    context.ask(
      "code.unknown",
      `It runs ${language} code that may start, delete or send something (${found.trim()}).`,
    );
  for (const [, host] of text.matchAll(/\b(?:https?|wss?|ftp):\/\/([^/:\s"'`\\]+)/g))
    context.effect({ kind: "network", host });
  for (const [, , path = ""] of text.matchAll(paths)) {
    const place = path.replace(/^~(?=\/|$)/, context.places.homedir);
    context.touch("read", place);
    if (writes.test(text)) context.touch("write", place);
  }
  if (language !== "awk") return;
  for (const [, path = ""] of text.matchAll(/>>?\s*"([^"]+)"/g)) context.touch("write", path);
}
