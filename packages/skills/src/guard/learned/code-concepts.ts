/** What a line of code does, roughly and in any language. Two that meet in one line are what is weighed. */
export function codeConceptsOf(text: string): readonly string[] {
  return Object.entries(forms).flatMap(([name, form]) => (form.test(text) ? [name] : []));
}

const forms: Readonly<Record<string, RegExp>> = {
  exec: /\b(?:eval|exec\w*|system|popen|spawn\w*|subprocess|child_process|Function|assert|invoke-expression|iex|source|bash|sh|zsh|python3?|node|perl|ruby|SHELL|import_module|__import__|load|create_function|call_user_func)\b/i,
  net: /\b(?:curl|wget|fetch|requests?|urlopen|https?|socket|axios|nc|ncat|scp|rsync|ftp|nslookup|dig|host|XMLHttpRequest|Net::HTTP|httpclient|webclient|invoke-webrequest|iwr|sendBeacon|smtp\w*|ping)\b/i,
  out: /\b(?:POST|PUT|-d|--data\S*|-F|-T|--upload-file|body|send\w*|upload\w*|push|beacon)\b|-d@|@-/,
  secret:
    /\b\w*(?:TOKEN|SECRET|PASSW|API_?KEY|CREDENTIAL|PRIVATE_?KEY)\w*\b|\.ssh|\.aws|\.netrc|\.env\b|id_rsa|id_ed25519|keychain|cookies?\b|\.kube|\.gnupg|wallet/i,
  env: /\benv\b|environ|printenv|process\.env|ENV\[|getenv/,
  home: /~\/|\$HOME|expanduser|homedir|Path\.home|%USERPROFILE%/i,
  decode:
    /base64|b64|atob|fromCharCode|\bchr\b|xxd|unhex|hex\b|gunzip|zlib|inflate|decompress|openssl enc|rot13|\brev\b|reverse|strrev|decode|unpack|tr ['"]/i,
  concat: /['"][\w:/.|-]{1,10}['"]\s*[+.]\s*['"]|\.join\(|\[['"]\w+['"]\s*\+|\$\{?\w\}?\$\{?\w\}?/,
  quiet:
    />\s*\/dev\/null|2>&1|--silent|-s\b|-q\b|\|\|\s*true|catch\s*(?:\(\w*\))?\s*\{\s*\}|except[^:]*:\s*pass|nohup|disown|&\s*$|-WindowStyle|@echo off/i,
  root: /\bsudo\b|chmod\s+\S*[4267]\d\d\d|u\+s|setuid|setcap|root\b|NOPASSWD|cluster-admin|GRANT ALL|privileged|AdministratorAccess|admin/i,
  start:
    /cron|launchd|LaunchAgents|systemd|rc\.local|bashrc|zshrc|profile|autostart|Startup|at now|schtasks|RunAtLoad|postinstall|preinstall|prepare|hooks?\//i,
  wipe: /\brm\s+-\w*[rf]|rmtree|unlink|shred|mkfs|dd\s+if|truncate|DROP\s|DELETE FROM|format\b|wipe|--force\b|reset --hard|rimraf|Remove-Item/i,
  weak: /verify\s*=\s*False|--insecure|-k\b|no-verify|disable|allow_all|0\.0\.0\.0|chmod 777|StrictHostKeyChecking|http\.sslVerify|off\b|permissive|setenforce|ufw|firewall|iptables|SKIP/i,
  cond: /\bif\b.*(?:date|hostname|user|whoami|CI\b|time|day|month|LANG)|Date\(|datetime|getenv/i,
  hid: /\/\.\w|\/tmp\/|\/dev\/shm|\.cache/,
  take: /\b(?:pip3?|npm|npx|yarn|pnpm|gem|cargo|go|brew|apt|uv|docker|poetry|composer)\b.*\b(?:install|add|i|run|get|pull|-r)\b|^uses:|^\s*FROM\s|^\s*image:|git\+|--index-url|registry/i,
  mind: /MEMORY\.md|USER\.md|SOUL\.md|AGENTS\.md|CLAUDE\.md|\.cursorrules|memories\//,
  guard: /yolo|auto-?approve|dangerously|permissions|allowlist|approval|settings\.json|config\.yaml/i,
};
