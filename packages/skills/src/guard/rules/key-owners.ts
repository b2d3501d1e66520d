/** Whose key a variable's name says it is, and the domains that it may go to. */
const owners: Readonly<Record<string, readonly string[]>> = {
  OPENAI: ["openai.com", "openai.azure.com"],
  ANTHROPIC: ["anthropic.com"],
  OPENROUTER: ["openrouter.ai"],
  GEMINI: ["googleapis.com"],
  GOOGLE: ["googleapis.com", "google.com"],
  GITHUB: ["github.com", "githubusercontent.com", "ghcr.io"],
  GH: ["github.com", "githubusercontent.com", "ghcr.io"],
  GITLAB: ["gitlab.com"],
  AWS: ["amazonaws.com"],
  AZURE: ["azure.com", "windows.net", "microsoft.com", "microsoftonline.com"],
  STRIPE: ["stripe.com"],
  SLACK: ["slack.com"],
  TELEGRAM: ["telegram.org"],
  TG: ["telegram.org"],
  DISCORD: ["discord.com", "discordapp.com"],
  HF: ["huggingface.co"],
  NPM: ["npmjs.org", "npmjs.com"],
  PYPI: ["pypi.org"],
  CLOUDFLARE: ["cloudflare.com"],
  CF: ["cloudflare.com"],
  DIGITALOCEAN: ["digitalocean.com"],
  NOTION: ["notion.com", "notion.so"],
  LINEAR: ["linear.app"],
  DD: ["datadoghq.com", "datadoghq.eu"],
  SENTRY: ["sentry.io"],
  MISTRAL: ["mistral.ai"],
  GROQ: ["groq.com"],
  DEEPSEEK: ["deepseek.com"],
  VERCEL: ["vercel.com"],
  HEROKU: ["heroku.com"],
  TWILIO: ["twilio.com"],
  SENDGRID: ["sendgrid.com"],
  HERMES: [],
};

const genericWords: ReadonlySet<string> = new Set(
  "api key token secret access password passwd pat auth private id app bot client my user personal service credentials".split(
    " ",
  ),
);

/** Whether a variable names a service that everybody knows. */
export function isKnownOwner(variable: string): boolean {
  return variable.split("_").some((word) => Object.hasOwn(owners, word));
}

/** Whether every host belongs to whom the key is from. */
export function belongsTo(variable: string, hosts: readonly string[]): boolean {
  if (hosts.length === 0) return false;
  const words = variable.split("_");
  const known = words.flatMap((word) => (Object.hasOwn(owners, word) ? (owners[word] ?? []) : []));
  if (isKnownOwner(variable)) {
    return hosts.every((host) => known.some((domain) => host === domain || host.endsWith(`.${domain}`)));
  }
  const own = words
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 1 && !genericWords.has(word));
  return hosts.every((host) => own.some((word) => mainLabelOf(host).includes(word)));
}

/** `api.weather.co.uk` → `weather`. */
function mainLabelOf(host: string): string {
  const labels = host.split(".");
  const last = labels.at(-2) ?? host;
  return last.length <= 3 && labels.length > 2 ? `${labels.at(-3) ?? ""}.${last}` : last;
}
