import type { Desk } from "../desk.ts";
import { isKnown, UNKNOWN } from "../shell/unknown.ts";
import { splitCode } from "./split-code.ts";

/** Ways to run another program, which most languages share. */
const runs =
  /\b(os\.(system|popen|exec[lv]p?e?|spawn\w*|posix_spawn\w*)|subprocess\.\w+|pty\.spawn|commands\.get\w*output|child_process|execSync|execFileSync|execFile|spawnSync|spawn|popen\d?|Popen|proc_open|shell_exec|passthru|pcntl_exec|io\.popen|os\.execute|system|system2|Open3|Kernel\.\w*exec|IO\.popen|shell-command\w*|call-process\w*|start-process\w*|run-program|run_program|uiop\S*|open-process|do shell script|Runtime|ProcessBuilder|Start-Process|Invoke-Expression|iex|Invoke-Command|saps|System\.cmd|:os\.cmd|os:cmd|Command::new|readpipe|qx|Deno\.(run|Command)|Bun\.(spawn\w*|\$)|\$`|execa|zx|pexpect\.\w+|fabric\S*|paramiko\S*|asyncio\.create_subprocess\w*|popen2|platform\.popen|syscall|exec\.Command|readProcess|callCommand|callProcess|sys\.process|Process\.(spawn|start|run)|shell\/sh|sh\/sh|babashka\.process|Runtime\.getRuntime|getRuntime|Shell\.run|NSTask|pcntl_fork|IO\.popen|Open3|PTY\.spawn|multiprocessing)/;

const runsPlain = /\b(exec|system|popen|spawn|fork)\s*[\s(]/;

/** Code that makes code. */
const evaluates =
  /\b(eval|exec|execfile|compile|__import__|importlib|runpy|pickle\.loads?|marshal\.loads?|yaml\.load|getattr\s*\(\s*(os|__\w+__|sys|builtins|subprocess)|globals\(\)|__builtins__|builtins|new\s+Function|Function\s*\(|vm\.run\w*|process\.binding|process\.dlopen|module\._load|loadstring|load|dofile|instance_eval|class_eval|Invoke-Expression|IEX|create_function|assert|ctypes|ffi|dlopen|base64|b64decode|fromhex|codecs\.decode|atob|Buffer\.from|unpack|fromCharCode|chr\s*\(|decode64|base64_decode|gzinflate|str_rot13|hex2bin|\[\s*(::-1|-1::-1)\s*\])/;

const deletes =
  /\b(rmtree|remove_tree|rmSync|rmdirSync|unlinkSync|rmdir|unlink|rm_rf|rm_r|rm_f|remove_dir_all|remove_entry\w*|removedirs|send2trash|delete-directory|delete-file|removeSync|emptyDir\w*|Remove-Item|deltree|DeleteFile|File\.delete|FileUtils\.(rm|remove)\w*|fs\.(rm|unlink|rmdir)|os\.remove|Deno\.remove\w*|Path\S*\.unlink|\.unlink|\.rmdir|deleteRecursively|Files\.delete\w*|file\.remove|file_delete|unlink\.files|File\.rm\w*|Dir\.delete|removeDirectoryRecursive|RemoveAll|os\.Remove|removeItem|removeDir|removeFile|rmtree_p|remove_all|filesystem::remove\w*|truncate|ftruncate)\b/;

const network =
  /\b(urlopen|urlretrieve|requests\.(post|put|delete|patch|get)|http\.(get|request|client)|https\.(get|request)|fetch|axios|socket\.(socket|create_connection)|net\.(connect|createConnection|Socket|createServer)|IO::Socket\S*|TCPSocket|TCPServer|Net::HTTP|LWP|open-uri|URI\.open|file_get_contents|curl_exec|fsockopen|smtplib|ftplib|telnetlib|Invoke-WebRequest|Invoke-RestMethod|iwr|irm|DownloadString|DownloadFile|WebClient|Socket|socket|luasocket|open-network-stream|url-retrieve\w*|httpx|aiohttp|pastebin|dgram|XMLHttpRequest|WebSocket|Net\.Sockets|TcpClient|inet)\b/;

const danger =
  /\b(os\.(kill|killpg|fork|chmod|chown|setuid|reboot|abort)|fork|process\.kill|signal\.\w+|shutdown|Restart-Computer|Stop-Computer|Stop-Process|Format-Volume|Clear-\w+|Set-ExecutionPolicy|New-Service|Stop-Service|Process\.kill|posix_kill|setuid|chmodSync|chownSync|winreg|drop_database|kill-emacs|Set-MpPreference|Disable-\w+|Uninstall-\w+|tell application|keystroke|empty trash)/;

const writes =
  /\b(open\s*\([^)]*,\s*['"][^'"]*[wax+]|writeFile(Sync)?|appendFile(Sync)?|createWriteStream|write_text|write_bytes|copyfile|copyFileSync|copytree|shutil\.(move|copy\w*)|renameSync|os\.(rename|replace|symlink|link|makedirs|mkdir)|\.rename|symlinkSync|linkSync|File\.write|IO\.write|File\.open|file_put_contents|fopen|cpSync|mkdirSync|Set-Content|Add-Content|Out-File|Copy-Item|Move-Item|New-Item|FileUtils\.(cp|mv|ln)\w*|to_csv|to_json|write-file|write-region|with-output-to-file|open\s*\(|io\.open|spit|Bun\.write|Deno\.write\w*)/;

const reads =
  /\b(open|read\w*|readFile(Sync)?|createReadStream|cat|slurp|File\.|IO\.|file_get_contents|fopen|Get-Content|gc|load|expanduser|Path|pathlib|glob|print|find-file|insert-file-contents|Bun\.file|require|import)\b/;

/** Judges code of another language by what it calls; texts in it count where something may act on them. */
export function scanCode(language: string, text: string, desk: Desk): void {
  if (text.length > 50_000) {
    desk.ask("code.unknown", "It runs code that is too long to be read.");
    return;
  }
  const split = splitCode(language === "javascript" ? withModuleNames(text) : text, language);
  const { texts } = split;
  const plain = language === "python" ? withoutLookUps(withoutAliases(split.bare)) : split.bare;
  // PHP calls functions by their names in texts, too.
  const bare =
    language === "php" ? `${plain} ${texts.filter((each) => /^\w+$/.test(each)).join(" ")}` : plain;
  if (!isKnown(bare)) desk.ask("code.unknown", `It runs ${language} code that shows only when it runs.`);
  if (language === "awk") {
    scanAwk(text, bare, texts, desk);
    return;
  }
  const startsPrograms =
    runs.test(bare) ||
    runsPlain.test(bare) ||
    (language === "jvm" && /\.\s*execute\s*\(/.test(bare)) ||
    (/^(perl|ruby|php|shell|other|julia|lua)$/.test(language) && /`|%x|\bqx\b|\|\s*sh\b/.test(text));
  if (startsPrograms) judgeStarted(language, text, texts, desk);
  if (/\bfork\s*\(?\s*\)?/.test(bare) && /\b(while|for|loop|until|1\s*while)\b/.test(bare))
    desk.refuse("process.fork-bomb", "It starts itself again and again until nothing else runs.");
  const imported =
    language === "python"
      ? /\bfrom\s+(?:os|posix|shutil|subprocess|pty)\s+import\s+[^;\n]*\b(remove|unlink|rmdir|system|popen|kill\w*|exec\w*|spawn\w*|fork|move|run|call|Popen|check_\w+)\b/.exec(
          bare,
        )?.[1]
      : undefined;
  if (imported !== undefined) judgeStarted(language, text, texts, desk);
  if (
    language === "perl" &&
    texts.some((each) => /^\s*\|\s*\w|\w\s*\|\s*$/.test(each)) &&
    /\bopen\b/.test(bare)
  )
    for (const each of texts)
      if (/^\s*\||\|\s*$/.test(each))
        judgeStarted(language, text, [each.replace(/^\s*\||\|\s*$/g, "")], desk);
  if (
    language === "javascript" &&
    /\b(?:require|import)\(\s*(?:['"`][^'"`]*['"`]\s*\+|`[^`]*\$\{)/.test(text)
  )
    desk.ask("code.unknown", "It loads a module whose name is put together.");
  if (
    language === "powershell" &&
    /\b(ri|rd|del|erase|rmdir|rm|clc|kill|spps|sasv|spsv|iex|icm)\b(?=\s)/i.test(bare)
  )
    desk.ask("code.deletes", `It runs powershell code that deletes or ends something: ${text.slice(0, 80)}`);
  if (evaluates.test(bare)) judgeEvaluated(bare, language, desk);
  if (
    deletes.test(bare) ||
    (/^(julia|other|lisp|tcl)$/.test(language) && /\b(rm|removeDir|removeFile|file\s+delete)\b/.test(bare)) ||
    (/^(perl|php)$/.test(language) && /\b(unlink|rmdir)\b/.test(bare))
  )
    judgeDeleted(language, text, texts, desk);
  if (network.test(bare) && !/^(perl)$/.test(language)) judgeNetwork(text, texts, bare, desk);
  else if (/IO::Socket|Socket;|LWP|inet_aton|sockaddr_in/.test(text))
    desk.ask("network.raw", "It opens a connection to another machine.");
  if (danger.test(bare))
    desk.ask(
      "code.dangerous",
      `It runs ${language} code that changes processes, rights or the machine: ${danger.exec(bare)?.[0] ?? ""}.`,
    );
  if (/\bos\.environ|process\.env|\bENV\b|%ENV|getenv/.test(bare) && network.test(bare))
    desk.ask("network.upload", "It sends variables of the environment to another machine.");
  judgePaths(bare, text, texts, desk);
}

/** `require("fs")` and `import("node:fs/promises")` stand for the module itself. */
function withModuleNames(text: string): string {
  return text.replace(
    /\b(?:require|import)\(\s*(['"`])(?:node:)?([a-z_]+)(?:\/promises)?\1\s*\)(?:\s*\.\s*then\(\s*\(?\s*\w+\s*\)?\s*=>\s*\w+)?/g,
    "$2",
  );
}

/** Asking for the name of the machine opens no connection. */
function withoutLookUps(bare: string): string {
  return /\bsocket\.(?!get(host\w*|fqdn|addrinfo|serv\w*))\w/.test(bare)
    ? bare
    : bare.replace(/\bimport\s+socket\b|\bsocket\.get\w+/g, "");
}

/** `import subprocess as s`: the alias is the module again. */
function withoutAliases(bare: string): string {
  let text = bare;
  for (const [, module = "", alias = ""] of bare.matchAll(
    /\b(?:from\s+[\w.]+\s+)?import\s+([\w.]+)\s+as\s+(\w+)/g,
  ))
    text = text.replace(new RegExp(`\\b${alias}(?=\\s*[.(])`, "g"), module);
  return text;
}

function judgeStarted(language: string, text: string, texts: readonly string[], desk: Desk): void {
  desk.ask("code.runs-program", `It runs ${language} code that starts other programs: ${text.slice(0, 80)}`);
  for (const each of texts.slice(0, 20))
    if (/\s|^\w+$/.test(each) && each.length < 2000) desk.script(unescapeText(each));
  const list = texts.filter((each) => !/\s/.test(each));
  if (list.length > 1) desk.run(list);
  for (const [, inner] of text.matchAll(/`([^`]+)`|%x[({[]([^)}\]]+)|\bqx[({/]([^)}/]+)/g))
    if (inner !== undefined) desk.script(inner);
}

function unescapeText(text: string): string {
  return text.replace(/\\(["'`\\])/g, "$1");
}

function judgeEvaluated(bare: string, language: string, desk: Desk): void {
  const found = evaluates.exec(bare)?.[0] ?? "";
  // Decoding alone only shows something; together with running it hides something.
  const onlyDecodes =
    /^(base64|b64decode|fromhex|codecs\.decode|atob|Buffer\.from|unpack|fromCharCode|chr|decode64|base64_decode|hex2bin|\[|load|assert|compile|builtins|ffi|getattr)/.test(
      found,
    );
  const alsoRuns =
    /\b(eval|exec|system|popen|Function|spawn|subprocess|__import__|require|import_module)\b\s*\(/.test(
      bare.replace(/\bre\.compile|\.exec\s*\(/g, ""),
    );
  if (onlyDecodes && !alsoRuns) return;
  if (
    /^(exec|compile)$/.test(found) &&
    /\.\s*exec(ute\w*)?\b|\bre\.compile/.test(bare) &&
    !/(^|[^.\w])(exec|compile)\s*\(/.test(bare)
  )
    return;
  desk.ask("code.unknown", `It runs ${language} code that makes and runs other code (${found}).`);
}

/** The home as a whole, as the languages name it. */
const wholeHome =
  /\b\w*(rm|rmtree|rm_rf|remove|delete)\w*\s*\(\s*(\w+\.)*(homedir\(\)|Path\.home\(\)|Dir\.home|home\(\))\s*[,)]/;

function judgeDeleted(language: string, text: string, texts: readonly string[], desk: Desk): void {
  if (wholeHome.test(text)) desk.run(["rm", "-rf", desk.places.homedir]);
  desk.ask("code.deletes", `It runs ${language} code that deletes files: ${text.slice(0, 80)}`);
  for (const each of texts) {
    if (each === "/" || /^(~|\/home\/?[\w.-]*)\/?$/.test(each)) {
      desk.run(["rm", "-rf", each.replace(/^~/, desk.places.homedir)]);
    } else if (/^[/~.]/.test(each) && !each.includes("\n"))
      desk.touch("delete", homePath(each, desk), { recursive: true });
  }
}

function judgeNetwork(text: string, texts: readonly string[], bare: string, desk: Desk): void {
  const addresses = texts.filter((each) => /^(https?|wss?|ftp):\/\//.test(each));
  const isLocal =
    addresses.length > 0 &&
    addresses.every((each) => /^\w+:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])/.test(each));
  for (const each of addresses) desk.effect({ kind: "network", host: /^\w+:\/\/([^/:]+)/.exec(each)?.[1] });
  if (isLocal) return;
  const isRaw =
    /\b(socket|Socket|net\.(connect|createConnection|Socket|createServer)|TCPSocket|TCPServer|fsockopen|TcpClient|open-network-stream|dgram|IO::Socket\S*|smtplib|ftplib)\b/.test(
      bare,
    );
  const sends =
    /\b(post|put|POST|PUT|data\s*=|body|sendall?|sendmail|files\s*=|readFile\w*|open\s*\()/.test(bare) ||
    /method['"]?\s*:\s*['"](POST|PUT|DELETE)/.test(text) ||
    texts.some((each) => /^(POST|PUT|DELETE)$/.test(each));
  if (isRaw) desk.ask("network.raw", "It opens a connection to another machine.");
  else if (sends) desk.ask("network.upload", "It sends data to another machine.");
  else if (/\b(eval|exec|Function|IEX|iex|Invoke-Expression|source|load)\b/.test(bare))
    desk.ask("code.remote", "It runs what it downloads without anybody having read it.");
  else if (/urlretrieve|DownloadFile|DownloadString|writeFile/.test(bare))
    desk.ask("network.download", "It downloads a file.");
}

/** The home folder, in the words of the languages. */
const namesHome = /\bhome\s*\(\s*\)|expanduser|homedir\s*\(|Dir\.home|\bHOME\b|USERPROFILE/;

function judgePaths(bare: string, text: string, texts: readonly string[], desk: Desk): void {
  const isWriting =
    writes.test(text) &&
    /\b(open|write|copy|move|rename|symlink|link|mkdir|makedirs|put|append|spit|Set-Content|Out-File|cp|mv|fopen|to_csv|to_json)/i.test(
      bare,
    ) &&
    /['"](w|a|x|r\+|w\+|wb|ab|>|>>)[b+t]*['"]|write|append|copy|move|rename|replace|symlink|link|mkdir|put_contents|Set-Content|Add-Content|Out-File|Copy-Item|cp\w*Sync|spit|to_csv|to_json/i.test(
      text,
    );
  const isReading = reads.test(bare);
  for (const each of texts) {
    if (each.length > 300 || each.includes("\n")) continue;
    if (/^(~|\.{0,2})\/|^\.\w|\/\.\w/.test(each)) {
      const path = homePath(each, desk);
      if (isReading) desk.touch("read", path);
      if (isWriting && !/^https?:/.test(each)) desk.touch("write", path);
    } else if (
      /^\.?[\w-]+(\/[\w.-]+)+$/.test(each) &&
      isReading &&
      /\.(ssh|aws|gnupg|kube|docker|config|netrc|npmrc)/.test(each)
    )
      desk.touch("read", `${desk.places.homedir}/${each}`);
    else if (/^\.(env|netrc|npmrc|pypirc|ssh|pgpass|git-credentials)\b/.test(each) && isReading)
      desk.touch("read", each);
  }
  if (isWriting && namesHome.test(text)) {
    const named = texts.filter(
      (each) => /^~?\/?\.?[\w-][\w./-]*$/.test(each) && !/^(HOME|utf-?8|[rwax+b]{1,3})$/i.test(each),
    );
    for (const each of named) desk.touch("write", `${desk.places.homedir}/${each.replace(/^~?\/?/, "")}`);
    if (named.length === 0) desk.touch("write", `${desk.places.homedir}/${UNKNOWN}`);
    for (const [, path] of text.matchAll(/\$\{[^}]*(?:HOME|homedir\(\))[^}]*\}\/([\w./-]+)/g))
      if (path !== undefined) desk.touch("write", `${desk.places.homedir}/${path}`);
  }
  if (/\bhome\s*\(\s*\)|expanduser|homedir\s*\(\)|Dir\.home|\$HOME|ENV\b/.test(bare)) {
    for (const each of texts)
      if (/^\/?\.?[\w./-]+$/.test(each) && each.length > 2 && isReading)
        desk.touch("read", `${desk.places.homedir}/${each.replace(/^\//, "")}`);
  }
}

function homePath(path: string, desk: Desk): string {
  const expanded = path.replace(/^~(?=\/|$)/, desk.places.homedir);
  return expanded === "" ? UNKNOWN : expanded;
}

/** `awk` has no functions for files beside `system`, pipes and redirections. */
function scanAwk(text: string, bare: string, texts: readonly string[], desk: Desk): void {
  if (
    /\bsystem\s*\(|\|\s*(&\s*)?getline|\|\s*getline|\|&?\s*("|cmd|\w+\s*[;}])/.test(bare) ||
    /\|\s*&?\s*"/.test(text)
  ) {
    for (const each of texts) if (!/^\s*$|^[%\w\\, .:-]{0,3}$/.test(each)) desk.script(each);
    const isHarmless =
      texts.some((each) => /^(sort|date|column|uniq|wc|head|tail|cat)\b[^|;&`$]*$/.test(each)) &&
      !/\bsystem\s*\(/.test(bare);
    if (!isHarmless) desk.ask("code.runs-program", `It makes awk run other programs: ${text.slice(0, 80)}`);
  }
  if (/\/inet[46]?\/(tcp|udp)/.test(text)) desk.ask("network.raw", "It opens a raw connection.");
  for (const [, path] of text.matchAll(/>>?\s*"([^"]+)"/g)) if (path !== undefined) desk.touch("write", path);
  for (const each of texts) if (/^[/~]/.test(each)) desk.touch("read", homePath(each, desk));
  if (/@load|@include/.test(bare)) desk.ask("code.loaded", "It loads a library into awk.");
}
