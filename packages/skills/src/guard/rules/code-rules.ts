import { codeKinds } from "./skill-rule.ts";
import type { SkillRule } from "./skill-rule.ts";

const shells = String.raw`(?:sudo\s+(?:-\w+\s+)*)?(?:env\s+(?:\w+=\S*\s+)*)?(?:/(?:usr/)?bin/)?(?:ba|z|da|k|a)?sh|python[\d.]*|node|deno|bun|perl|ruby|php|osascript|iex|Invoke-Expression|source|\.\s`;
const fetches = String.raw`(?:curl|wget|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|fetch|http|aria2c|lwp-request)\b`;
/** Installers that half the world pipes into a shell, at their makers' own addresses. */
const makersInstaller =
  /https:\/\/(?:sh\.rustup\.rs|get\.docker\.com|astral\.sh|raw\.githubusercontent\.com\/(?:Homebrew|nvm-sh|helm)\/|deno\.land|bun\.sh|bun\.com|get\.pnpm\.io|ollama\.com|get\.k3s\.io|tailscale\.com|get\.helm\.sh|install\.python-poetry\.org|starship\.rs|mise\.run|nixos\.org|fnm\.vercel\.app|get\.sdkman\.io|deb\.nodesource\.com|cli\.github\.com|dl\.google\.com|packages\.microsoft\.com|proto\.moonrepo\.dev|foundry\.paradigm\.xyz|sdk\.cloud\.google\.com|www\.npmjs\.com)/;

/** Code from elsewhere that is run without anybody having seen it. */
export const remoteCodeRules: readonly SkillRule[] = [
  {
    id: "supply-chain.download-run",
    risk: "supply-chain",
    severity: "critical",
    message: "It downloads code and runs it unseen.",
    pattern: new RegExp(
      String.raw`\b${fetches}[^\n;]{0,300}\|\s*(?:(?:tee|base64|gunzip|zcat|tar|xz|openssl|gpg|tr|rev|sed|tac|awk|jq|cut|head|tail|xxd|grep)\b[^\n|]*\|\s*)*(?:${shells})(?:\b|\s|$)`,
      "i",
    ),
    unless: makersInstaller,
  },
  {
    id: "supply-chain.download-run",
    risk: "supply-chain",
    severity: "critical",
    message: "It downloads code and runs it unseen.",
    pattern: new RegExp(
      String.raw`(?:(?:${shells})\s+(?:-\w+\s+)*(?:<\(|["']?\$\(|["']?\x60)|\beval\s+["']?(?:\$\(|\x60)|<<<\s*["']?\$\()\s*${fetches}`,
      "i",
    ),
    unless: makersInstaller,
  },
  {
    id: "supply-chain.download-run",
    risk: "supply-chain",
    severity: "critical",
    message: "It downloads code and runs it unseen.",
    pattern:
      /\b(?:exec|eval|compile|new\s+Function|Function|runInThisContext|runInNewContext|vm\.\w+|loads|instance_eval|class_eval|iex|Invoke-Expression)\s*\(?\s*(?:await\s+)?\(?[^\n;]{0,80}(?:urlopen|requests\.get|httpx\.get|fetch\s*\(|\.text\(\)|DownloadString|open-uri|http\.get|axios|\bcurl\b|URI\.open|iwr|irm\b)/i,
  },
  {
    id: "supply-chain.download-run",
    risk: "supply-chain",
    severity: "high",
    message: "It saves a download and runs it.",
    pattern:
      /\b(?:curl|wget)\b[^\n]{0,200}(?:\s-\w*[oO]|--output|>)\s*["']?([\w./~${}-]*?([\w.-]{1,60}))(?=["'\s;&|)])["']?[^\n]{0,80}(?:[;&\n]|&&)[^]{0,300}?(?:chmod\s+(?:\+x|[0-7]*[1357][0-7]*)\s+["']?[\w./~${}-]*\2|\b(?:ba|z|da)?sh\s+(?:-\w+\s+)*["']?[\w./~${}-]*\2|\bpython[\d.]*\s+["']?[\w./~${}-]*\2|\bnode\s+["']?[\w./~${}-]*\2|(?:^|[;&\n])\s*(?:sudo\s+)?["']?[\w./~${}]*\/\2)/im,
    unless: /sha(?:256|512)sum|shasum|gpg\s+--verify|cosign|minisign|--checksum/,
  },
  {
    id: "supply-chain.download-run",
    risk: "supply-chain",
    severity: "critical",
    message: "A program downloads code and runs it.",
    pattern:
      /(?:urlopen|urlretrieve|requests\.get|httpx\.get|fetch\s*\(|https?\.get\s*\(|DownloadFile|DownloadString)[^]{0,600}?(?<![.\w])(?:exec|eval|os\.system|os\.exec\w*|subprocess\.\w+|Popen|execSync|execFile(?:Sync)?|spawn(?:Sync)?|new\s+Function|runpy\.\w+|marshal\.loads|pickle\.loads?|ctypes\.\w+|Start-Process)\s*\(?\s*(?!\[?\s*["'](?:ffmpeg|git|npm|pip|ls|open|xdg-open|which|docker|gh)["'])/,
    kinds: ["script", "hidden"],
    unless: /sha256|hashlib|checksum|createHash/,
  },
  {
    id: "supply-chain.download-run",
    risk: "supply-chain",
    severity: "critical",
    message: "It has Windows fetch a program and start it.",
    pattern:
      /\bcertutil\b[^\n]*-urlcache|\bbitsadmin\b[^\n]*\/transfer|\bmshta(?:\.exe)?\s+["']?(?:https?:|vbscript:|javascript:)|\bregsvr32\b[^\n]*\/i:https?:|\brundll32\b[^\n]*(?:https?:|javascript:|,\s*Start\b)|\bmsiexec\b[^\n]*\/i\s+["']?https?:|\bwmic\b[^\n]*process\s+call\s+create|\bStart-BitsTransfer\b[^\n]*(?:;|\n)[^\n]*Start-Process/i,
    kinds: codeKinds,
  },
  {
    id: "supply-chain.foreign-index",
    risk: "supply-chain",
    severity: "high",
    message: "It takes packages from a place that is not the registry.",
    pattern:
      /(?:--(?:extra-)?index-url|--find-links|index[-_]url\s*[=\s]|--trusted-host|\bregistry\s+(?=["']?https?:)|--registry[= ]|\b(?:npm|pnpm|yarn)\s+(?:config\s+)?set\s+registry[= ]|^\s*(?:@[\w-]+:)?registry\s*=\s*(?=["']?https?:)|\bGOPROXY=|\bGONOSUMDB=|\bGOFLAGS=\S*insecure|repositories?\s+add|--source\s+https?)\s*["']?(?:https?:\/\/)?(?!pypi\.org|files\.pythonhosted|test\.pypi\.org|registry\.npmjs\.org|npm\.pkg\.github|proxy\.golang\.org|rubygems\.org|download\.pytorch\.org|localhost|127\.|charts\.|\$|<|direct|off|https?:\/\/localhost)[\w-]+\.[\w.-]+/im,
    purpose:
      /\b(?:private (?:index|registry|mirror)|artifactory|devpi|verdaccio|helm|pytorch|cuda|nexus|company)\b/,
  },
  {
    id: "supply-chain.url-package",
    risk: "supply-chain",
    severity: "high",
    message: "It installs a package from an address instead of a registry.",
    pattern:
      /\b(?:pip[\d.]*|uv\s+pip|pipx|uv\s+tool)\s+install\b(?:(?!index-url|find-links|\s-[if]\s)[^\n`]){0,120}\b(?:git\+|hg\+)?(?:https?|ssh|git):\/\/|\b(?:npm|pnpm|yarn|bun)\s+(?:i|install|add)\b[^\n]{0,120}\s["']?(?:git\+)?https?:\/\/|\b(?:npx|bunx|uvx|pnpm\s+dlx)\s+(?:--?[\w-]+\s+|--from\s+)*["']?(?:https?:\/\/|git\+|github:)|^\s*[\w[\]-]+\s*@\s*(?:git\+)?https?:\/\/|["'][\w@/-]+["']\s*:\s*["'](?:git\+)?https?:\/\/[^"']*\.(?:tgz|git|zip)|\bgem\s+install\b[^\n]*(?:--source|https?:)|\bbrew\s+tap\s+\S+\s+https?:\/\/(?!github\.com)|\btrusted=yes\b|\bcargo\s+install\s+--git\b|\bcode\s+--install-extension\s+\S+\.vsix/im,
    unless:
      /https:\/\/github\.com\/(?:astral-sh|pypa|psf|python|microsoft|openai|anthropics|google|huggingface|facebookresearch|pytorch|numpy|pandas-dev)\/|download\.pytorch\.org|@[0-9a-f]{40}\b/,
  },
  {
    id: "supply-chain.install-script",
    risk: "supply-chain",
    severity: "critical",
    message: "Installing the package runs code that reaches out or is hidden.",
    pattern:
      /["'](?:pre|post)?(?:install|prepare|prepublish(?:Only)?)["']\s*:\s*["'][^\n]*(?:curl|wget|https?:|node\s+-e(?!\s*\\*[\x22']\s*console\.log\()|base64|\beval\b|python[\d.]*\s+-c|powershell|\bnc\b|\/dev\/tcp|\bsh\s+-c|\$\(|bash\b)/i,
  },
  {
    id: "supply-chain.install-script",
    risk: "supply-chain",
    severity: "high",
    message: "Installing the package runs a program of its own.",
    pattern:
      /["'](?:pre|post)install["']\s*:\s*["'](?!husky|patch-package|electron-builder|prisma|npm run build|tsc|node-gyp|lefthook|simple-git-hooks)[^"'\n]+/i,
    kinds: ["script", "data"],
  },
  {
    id: "supply-chain.install-script",
    risk: "supply-chain",
    severity: "critical",
    message: "Building the package runs code that reaches out.",
    pattern:
      /(?:cmdclass|class\s+\w+\((?:install|develop|build_py|egg_info)\)|setup\s*\()[^]{0,2000}(?:os\.system|subprocess|urlopen|requests\.|socket\.|exec\(|eval\(|base64)|(?:os\.system|subprocess\.\w+|urlopen|requests\.\w+|exec)\s*\([^]{0,2000}\bsetup\s*\(\s*name|<!@\([^)]*(?:curl|node|sh)/,
    kinds: ["script"],
  },
  {
    id: "supply-chain.data-run",
    risk: "supply-chain",
    severity: "critical",
    message: "It runs a file that is not kept as a script.",
    pattern:
      /\b(?:(?:ba|z|da)?sh|python[\d.]*|node|perl|ruby|source|exec|eval)\b[^\n|;]{0,40}(?:references|assets|templates|images?|data|docs)\/[\w./-]*\.(?:txt|md|png|jpe?g|gif|svg|bin|dat|log|json|csv|ya?ml|pdf|ico|woff2?|cfg|ini)\b|(?:cat|tail|head|dd|sed|cut|base64|strings|grep|awk|xxd|gunzip|openssl|tr|rev)\b[^\n]{0,160}(?:references|assets|templates|images?|data|docs|\.(?:png|jpe?g|gif|ico|pdf|txt|md|dat|bin))[^\n]{0,160}\|\s*(?:[\w -]+\|\s*){0,4}(?:(?:ba|z|da)?sh|python[\d.]*|node|perl|ruby)\b|(?:exec|eval|new\s+Function|marshal\.loads|pickle\.loads?|compile)\s*\([^\n]{0,160}(?:open\s*\(|read_text|read_bytes|readFileSync|__doc__|__file__|Image\.open)|\b(?:sh|bash|source|\.)\s+["']?\$\(?(?:cat|dirname)[^\n]{0,80}(?:references|assets|templates)/i,
    unless: /^\s*(?:node|python[\d.]*)\s+scripts\/\S+\s+[^|;&]*$/m,
    kinds: codeKinds,
  },
];

/** What makes itself hard to read. */
export const obfuscationRules: readonly SkillRule[] = [
  {
    id: "obfuscation.decode-run",
    risk: "obfuscation",
    severity: "critical",
    message: "It decodes text and runs it.",
    pattern:
      /(?:base(?:64|32|58)\s+(?:-d|-D|--decode)|openssl\s+(?:enc|base64)\s+[^\n|]*-d|xxd\s+(?:-\w+\s+)*-r|\brev\b|uudecode|\btr\s+["'\w-]+\s+["'\w-]+|\bgunzip\b|\bzcat\b|\bprintf\s+["']?(?:\\+x|\\\d))[^\n]{0,200}\|\s*(?:[\w -]+\|\s*){0,3}(?:sudo\s+)?(?:(?:ba|z|da|k)?sh|python[\d.]*|node|perl|ruby|php|source|eval|xargs)\b|(?:\beval\b|\b(?:ba|z|da)?sh\s+-c|<\(|source)\s*["']?(?:\$\(|\x60|<\()[^\n]{0,200}(?:base64\s+(?:-d|-D|--decode)|xxd|\brev\b|openssl|printf)/i,
  },
  {
    id: "obfuscation.decode-run",
    risk: "obfuscation",
    severity: "critical",
    message: "It decodes text and runs it.",
    pattern:
      /(?<![.\w])(?:exec|eval|compile|new\s+Function|Function|setTimeout|iex|Invoke-Expression|assert|instance_eval|runInThisContext|loads|system|spawnSync|execSync|os\.system|subprocess\.\w+)\s*\(?\s*[^\n]{0,120}(?:b64decode|a85decode|b85decode|b32decode|fromhex|unhexlify|codecs\.decode|zlib\.decompress|lzma\.decompress|bz2\.decompress|gzip\.decompress|marshal\.loads|atob\s*\(|Buffer\.from\s*\([^\n]{0,400}["'](?:base64|hex)["']|FromBase64String|unescape\s*\(|decodeURIComponent\s*\(|fromCharCode|chr\s*\(|base64_decode|\w+\[\s*::\s*-1\s*\]|\.reverse\(\)\.join|\^\s*\w+\s*(?:for|\)))/i,
  },
  {
    id: "obfuscation.decode-run",
    risk: "obfuscation",
    severity: "critical",
    message: "It decodes text and runs it.",
    pattern:
      /(\w+)\s*=\s*[^\n]{0,200}(?:b64decode|a85decode|b85decode|fromhex|unhexlify|codecs\.decode|zlib\.decompress|marshal\.loads|atob\s*\(|Buffer\.from\s*\([^\n]{0,400}["'](?:base64|hex)["']|fromCharCode|base64\s+(?:-d|--decode)|\bchr\s*\()[^]{0,500}?(?:(?:exec|eval|new\s+Function|Function|iex|os\.system|subprocess\.\w+|execSync|compile)\s*\(\s*["']?\$?\1\b|(?:eval|sh\s+-c|bash\s+-c)\s+["']?\$\{?\1\b)/i,
  },
  {
    id: "obfuscation.encoded-command",
    risk: "obfuscation",
    severity: "critical",
    message: "It starts PowerShell with an encoded command.",
    pattern:
      /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,200}\s-e(?:nc(?:odedcommand)?|c)?\s+["']?[A-Za-z0-9+/=]{16,}/i,
  },
  {
    id: "obfuscation.built-name",
    risk: "obfuscation",
    severity: "high",
    message: "It builds the name of what it calls at run time.",
    pattern:
      /\b(?:__import__|import_module)\s*\(\s*(?!["'][\w.]+["']\s*[,)]|(?:name|module|mod|module_name|pkg|package|plugin|args\.\w+|f?["'])\b)|\bgetattr\s*\(\s*(?:__import__|__builtins__|builtins|importlib|sys\.modules)|\b(?:globals|locals|vars)\s*\(\s*\)\s*\[\s*(?:["'][^"']*["']\s*\+|["']{2}\s*\.join)|__builtins__\s*(?:\[|\.__dict__)|\bgetattr\s*\([^,\n]+,\s*["'][^"'\n]*["']\s*\+|(?:window|global|globalThis|process|require)\s*\[\s*["'][^"'\n]{1,10}["']\s*\+|\brequire\s*\(\s*["'][^"'\n]{0,12}["']\s*\+|\b__dict__\s*\[\s*["']{2}\s*\.join|\bsubclasses__\s*\(/,
    kinds: ["script", "block", "hidden", "data"],
  },
  {
    id: "obfuscation.built-command",
    risk: "obfuscation",
    severity: "high",
    message: "It puts a command together from pieces.",
    pattern:
      /(?:\$\{\w+:\d+:\d+\}){2,}|\$\{!\w+\}\s+\S|(?:^|[;\n&|]\s*)\$\w{1,12}\$\w{1,12}\s|\\x[0-9a-f]{2}(?:\\x[0-9a-f]{2}){11,}|(?:\\\\?[0-3][0-7]{2}){8,}|\b_0x[0-9a-f]{4,}\b|(?:\\u[0-9a-f]{4}){8,}|\beval\s+["']?\$(?:\w+|\{\w+\})["']?\s*(?:$|[;&|\n])|\bfor\s+\w+\s+in\s+[^\n]{0,200}printf\s+["']?\\+|\[!?\[\]\+|!!?\[\]\s*\+/im,
    kinds: ["script", "block", "hidden", "command"],
  },
  {
    id: "obfuscation.blob",
    risk: "obfuscation",
    severity: "high",
    message: "It holds a long encoded text that its program decodes.",
    pattern:
      /(?:b64decode|a85decode|b85decode|atob|base64\s+(?:-d|--decode)|fromhex|zlib\.decompress|marshal|FromBase64String|["']base64["'])[^]{0,3000}["'][A-Za-z0-9+/=_-]{200,}["']|["'][A-Za-z0-9+/=_-]{200,}["'][^]{0,3000}(?:b64decode|a85decode|b85decode|\batob\b|fromhex|zlib\.decompress|marshal\.loads|FromBase64String|["']base64["'])/,
    kinds: ["script"],
    purpose: /\b(?:icon|image|font|logo|favicon|png|fixture)\b/,
  },
  {
    id: "obfuscation.unsafe-load",
    risk: "obfuscation",
    severity: "high",
    message: "It loads an object file that can run code when it is loaded.",
    pattern:
      /\b(?:pickle|cPickle|dill|joblib|cloudpickle|shelve)\.loads?\s*\([^\n]*(?:assets|references|templates|urlopen|requests|\.content|__file__)|\bweights_only\s*=\s*False|\bmarshal\.loads?\s*\(|\bctypes\.(?:CDLL|cdll|windll)\b[^\n]*(?:assets|references|__file__)|\bVirtualAlloc\b|\bmmap\b[^\n]*PROT_EXEC/,
    kinds: ["script", "block"],
  },
];

/** Whatever opens the machine to somebody else, or keeps asking for orders. */
export const networkRules: readonly SkillRule[] = [
  {
    id: "network.reverse-shell",
    risk: "network",
    severity: "critical",
    message: "It gives somebody elsewhere a shell on this machine.",
    pattern:
      /\b(?:ba|z|da)?sh\s+-i\b[^\n]{0,40}(?:>&|<>|0<&|&>)|\/dev\/(?:tcp|udp)\/[\w.$-]+\/[\w$]+|\b(?:nc|ncat|netcat)\b[^\n`]{0,80}\s(?:-\w*e\w*|-c|--exec|--sh-exec)\s|mkfifo[^\n]{0,200}\b(?:nc|ncat|netcat|openssl|telnet)\b|\bsocat\b[^\n`]{0,120}(?:exec|system):|pty\.spawn\s*\([^)]*sh|\.pipe\(\s*\w+\.stdin|System\.Net\.Sockets\.TCPClient|\/inet\/tcp\//i,
  },
  {
    id: "network.command-loop",
    risk: "network",
    severity: "critical",
    message: "It keeps asking a host for orders and carries them out.",
    pattern:
      /\b(?:while|until|for\s*\(\s*;|setInterval|every\s+\d+|schedule)\b[^]{0,400}(?:curl|wget|requests\.get|urlopen|fetch\s*\()[^]{0,300}(?:\|\s*(?:ba|z|da)?sh\b|\beval\b|\bexec\b|os\.system|subprocess|execSync|os\.popen)|(?:getUpdates|\/tasks?\/next|\/commands?\/?["'?]|\/beacon|\/checkin)[^]{0,400}(?:os\.system|subprocess|exec\(|eval\(|\|\s*(?:ba)?sh|execSync|os\.popen)/i,
  },
  {
    id: "network.tunnel",
    risk: "network",
    severity: "high",
    message: "It opens a way into this machine from outside.",
    pattern:
      /\bngrok\s+(?:http|tcp|start)|cloudflared\s+(?:tunnel|access)|\bssh\b[^\n]{0,60}\s-\w*R\s?\S*\d|\b(?:localtunnel|lt\s+--port|bore\s+local|chisel\s+(?:client|server)|frpc|frps|tmate|upterm|sshx|gotty|ttyd|teleconsole|serveo)\b|\bautossh\b|\btailscale\s+funnel|tunnels?\s+create/i,
    kinds: codeKinds,
    purpose:
      /\b(?:tunnel|ngrok|cloudflared|expose|share|webhooks?|remote (?:access|desktop|pair)|preview|port forward|tmate|pair programming)\b/,
  },
  {
    id: "network.hidden-service",
    risk: "network",
    severity: "high",
    message: "It hides where its traffic goes.",
    pattern:
      /\b\w{16,56}\.onion\b|\btorsocks\b|\btorify\b|socks5h?:\/\/127\.0\.0\.1:9050|\bdnscat2?\b|\biodine\b/i,
    kinds: codeKinds,
    purpose: /\b(?:tor|onion|privacy)\b/,
  },
  {
    id: "network.bare-address",
    risk: "network",
    severity: "high",
    message: "It names a host by a bare number, which nobody can recognise.",
    pattern:
      /\b(?:https?|wss?|ftp|tcp|socks5?):\/\/(?:[^\s/@]+@)?(?!0\.0\.0\.0|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|1\.1\.1\.1|8\.8\.[48]\.)(?:\d{1,3}(?:\.\d{1,3}){3}|0x[0-9a-f]{8}|\d{8,10})\b/i,
    purpose: /\b(?:networking|ip addresses|router|subnet|proxy list|dns)\b/,
  },
  {
    id: "network.bare-address",
    risk: "network",
    severity: "high",
    message: "It copies to a host that it names by a bare number.",
    pattern:
      /\b(?:scp|rsync|sftp|ssh|nc|ncat|telnet)\b[^\n|;&]{0,160}[\s@](?!0\.0\.0\.0|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)\d{1,3}(?:\.\d{1,3}){3}\b/,
    kinds: codeKinds,
    purpose: /\b(?:networking|ip addresses|router|subnet|provision\w*)\b/,
  },
  {
    id: "supply-chain.asset-run",
    risk: "supply-chain",
    severity: "high",
    message: "It starts a program that lies among the skill's pictures and texts.",
    pattern:
      /(?:Popen|\brun|call|check_output|spawn(?:Sync)?|exec(?:File)?(?:Sync)?|system|chmod\s+(?:\+x|7\d\d)|nohup|sudo)\s*\(?\s*\[?\s*["'`]?\S{0,40}\b(?:assets|references|templates)\/[\w.-]+|(?:^|[;&|]\s*)\.?\/?(?:\$\w+\/)?(?:assets|references)\/[\w.-]+(?=\s|$)/m,
    kinds: ["script", "block", "hidden", "command"],
    unless:
      /\b(?:cat|cp|less|open|python[\d.]*\s+scripts)\b|templates\/[\w.-]+\.(?:json|html|md|tex|docx|pptx|xlsx|ya?ml|[cm]?[jt]s|py)\b|Read|readFile/,
  },
  {
    id: "network.name-lookup-channel",
    risk: "exfiltration",
    severity: "critical",
    message: "It carries data out in names that it looks up.",
    pattern:
      /\$\([^()\n]{0,200}(?:\([^()\n]{0,100}\)[^()\n]{0,100}){0,4}\)\.(?:[\w$(){}-]{1,60}\.){0,5}[\w-]{1,60}\.[a-z]{2,}\b|\b(?:dig|nslookup|host|ping|drill|resolvectl\s+query|getent\s+hosts)\b[^\n|;]{0,60}(?:\$\(|\x60|\$\{?\w+\}?\.)[^\n]{0,100}\.[a-z]{2,}|(?:gethostbyname|getaddrinfo|dns\.(?:resolve\w*|lookup)|resolver\.(?:resolve|query))\s*\(\s*(?:f["'][^"'\n]*\{|[\w.()[\]:]+\s*\+\s*["']\.|["'][^"'\n]*["']\s*%|\x60[^\x60\n]*\$\{)/i,
    kinds: codeKinds,
  },
  {
    id: "exfiltration.watching",
    risk: "exfiltration",
    severity: "high",
    message: "It keeps watching the clipboard, the keys or the screen.",
    pattern:
      /(?:while\b|setInterval|\bwatch\s+-n|for\s*\(\s*;|schedule|Timer|sleep)[^]{0,300}(?:pyperclip\.paste|pbpaste|xclip[^\n]*-o|wl-paste|Get-Clipboard|readText\(\)|ImageGrab|screencapture|\bscrot\b|pyautogui\.screenshot)|pynput[^]{0,200}(?:on_press|Listener)|keyboard\.(?:on_press|hook|record)|GetAsyncKeyState|\/dev\/input\/event|CGEventTap|xinput\s+test/,
    kinds: ["script", "block", "command", "hidden"],
    purpose:
      /\b(?:clipboard (?:history|manager)|hotkeys?|key ?bindings?|screen record\w*|time-?lapse|accessibility)\b/,
  },
  {
    id: "injection.clipboard-swap",
    risk: "injection",
    severity: "critical",
    message: "It exchanges what is in the clipboard for something else.",
    pattern:
      /(?:pyperclip\.paste|pbpaste|xclip[^\n]*-o|Get-Clipboard|readText\(\))[^]{0,400}(?:match|search|bc1|0x[0-9a-f]|wallet|address)[^]{0,300}(?:pyperclip\.copy|pbcopy|xclip|Set-Clipboard|writeText)/i,
  },
  {
    id: "mining.miner",
    risk: "mining",
    severity: "critical",
    message: "It mines coins on this machine.",
    pattern:
      /\b(?:xmrig|minerd|cpuminer|ccminer|ethminer|cgminer|bfgminer|nbminer|t-rex\s+-a|phoenixminer|lolminer|coinhive|cryptoloot|coinimp|webminepool|deepminer|nanominer|srbminer)\b|stratum\d?\+(?:tcp|ssl|tls)?:?\/?\/?|--donate-level|--pool[ =]\S+:\d{2,5}\b|\.Anonymous\(\s*[\"'][^)]*throttle|--(?:coin|algo)[= ](?:monero|xmr|rx\/0|cryptonight|randomx|kawpow)|\bcryptonight\b|\brandomx\b[^\n]{0,80}(?:pool|wallet)|\b(?:pool|mine|miner)\.[\w.-]+:\d{2,5}\b[^\n]{0,80}(?:-u|--user|wallet)/i,
    kinds: codeKinds,
  },
  {
    id: "mining.pool",
    risk: "mining",
    severity: "critical",
    message: "It works for a mining pool.",
    pattern:
      /(?:\b(?:mining\.(?:subscribe|authorize|submit)|nicehash|hashrate|hash rate)\b|\bpool\b)[^]{0,300}\b(?:4[0-9AB][1-9A-HJ-NP-Za-km-z]{93}|wallet)\b[^]{0,200}(?:thread|worker|nice|cpu|gpu|--|hash)|navigator\.hardwareConcurrency[^]{0,400}(?:wallet|pool|hash|miner)|WebAssembly[^]{0,300}(?:pool|wallet|miner)|\bmin(?:e|ing)\b[^.\n]{0,40}\b(?:idle|spare|unused)\b[^.\n]{0,30}\b(?:cpu|gpu|cycles|time|cores?)|\b(?:idle|spare|unused)\b[^.\n]{0,30}\b(?:cpu|gpu|cycles|cores?)[^.\n]{0,40}\b(?:min(?:e|ing)|hash|coins?|donat)/i,
  },
];
