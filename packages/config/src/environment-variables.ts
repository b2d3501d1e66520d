import type { EnvironmentVariable, VariableGroup } from "./environment-variable.ts";
import { overrides } from "./environment.ts";
import { isSecretName } from "./is-secret-name.ts";

const secret = true;
const search: readonly string[] = ["web_search"];

/** Key and address of a provider that speaks over HTTP. */
function provider(label: string, { key, link }: { readonly key: string; readonly link: string }) {
  const address = `${key.replace(/_(API_KEY|TOKEN)$/, "")}_BASE_URL`;
  return [
    { name: key, meaning: `Key for ${label}.`, prompt: `The key of ${label}`, link, secret },
    { name: address, meaning: `Address for ${label}, where it is another one.` },
  ];
}

// oxfmt-ignore
const providers: readonly EnvironmentVariable[] = [
  { name: "HERMES_INFERENCE_PROVIDER", meaning: "Where the model is had, when neither a flag nor model.provider says so." },
  ...provider("OpenRouter", { key: "OPENROUTER_API_KEY", link: "https://openrouter.ai/keys" }),
  ...provider("Anthropic", { key: "ANTHROPIC_API_KEY", link: "https://console.anthropic.com/settings/keys" }),
  { name: "ANTHROPIC_AUTH_TOKEN", meaning: "Token for Anthropic in place of a key, for proxies.", secret },
  ...provider("OpenAI", { key: "OPENAI_API_KEY", link: "https://platform.openai.com/api-keys" }),
  ...provider("Google Gemini", { key: "GEMINI_API_KEY", link: "https://aistudio.google.com/apikey" }),
  { name: "GOOGLE_API_KEY", meaning: "Key for Google Gemini, where GEMINI_API_KEY is not set.", secret },
  { name: "AZURE_OPENAI_API_KEY", meaning: "Key for Azure OpenAI.", prompt: "The key of your Azure OpenAI resource", link: "https://portal.azure.com", secret },
  { name: "AZURE_OPENAI_AD_TOKEN", meaning: "Token of Entra for Azure OpenAI, in place of a key.", secret },
  { name: "AZURE_OPENAI_ENDPOINT", meaning: "Address for Azure OpenAI.", prompt: "Its address, such as https://NAME.openai.azure.com" },
  { name: "AZURE_OPENAI_API_VERSION", meaning: "Version of Azure's older addresses below /openai/deployments." },
  { name: "AZURE_FOUNDRY_API_KEY", meaning: "Key for Azure OpenAI, where AZURE_OPENAI_API_KEY is not set.", secret },
  { name: "AZURE_FOUNDRY_BASE_URL", meaning: "Address for Azure OpenAI, where AZURE_OPENAI_ENDPOINT is not set." },
  { name: "AWS_BEARER_TOKEN_BEDROCK", meaning: "API key for Amazon Bedrock.", prompt: "The API key of Bedrock", link: "https://console.aws.amazon.com/bedrock", secret },
  { name: "AWS_REGION", meaning: "Region of Amazon Bedrock.", prompt: "Its region, such as us-east-1" },
  { name: "AWS_ENDPOINT_URL_BEDROCK_RUNTIME", meaning: "Address for Amazon Bedrock, where it is another one." },
  { name: "AWS_ACCESS_KEY_ID", meaning: "Name of the key pair that signs for Bedrock where there is no API key." },
  { name: "AWS_SECRET_ACCESS_KEY", meaning: "Secret of that pair.", secret },
  { name: "AWS_SESSION_TOKEN", meaning: "Token of a pair that holds for a time.", secret },
  { name: "AWS_PROFILE", meaning: "Profile of the AWS configuration that has such a pair." },
  ...provider("xAI", { key: "XAI_API_KEY", link: "https://console.x.ai" }),
  ...provider("DeepSeek", { key: "DEEPSEEK_API_KEY", link: "https://platform.deepseek.com/api_keys" }),
  ...provider("Mistral", { key: "MISTRAL_API_KEY", link: "https://console.mistral.ai/api-keys" }),
  ...provider("Nous Research", { key: "NOUS_API_KEY", link: "https://portal.nousresearch.com" }),
  ...provider("Groq", { key: "GROQ_API_KEY", link: "https://console.groq.com/keys" }),
  ...provider("Cerebras", { key: "CEREBRAS_API_KEY", link: "https://cloud.cerebras.ai" }),
  ...provider("Moonshot (Kimi)", { key: "MOONSHOT_API_KEY", link: "https://platform.moonshot.ai/console/api-keys" }),
  ...provider("Z.AI (GLM)", { key: "ZAI_API_KEY", link: "https://z.ai/manage-apikey/apikey-list" }),
  ...provider("Alibaba (Qwen)", { key: "DASHSCOPE_API_KEY", link: "https://bailian.console.alibabacloud.com" }),
  ...provider("Together", { key: "TOGETHER_API_KEY", link: "https://api.together.ai/settings/api-keys" }),
  ...provider("Fireworks", { key: "FIREWORKS_API_KEY", link: "https://app.fireworks.ai/settings/users/api-keys" }),
  ...provider("Hugging Face", { key: "HF_TOKEN", link: "https://huggingface.co/settings/tokens" }),
  ...provider("NVIDIA", { key: "NVIDIA_API_KEY", link: "https://build.nvidia.com" }),
  { name: "OLLAMA_HOST", meaning: "Where Ollama is. Default: 127.0.0.1:11434." },
  { name: "OLLAMA_API_KEY", meaning: "Key for Ollama's own machines, provider ollama-cloud.", prompt: "The key of Ollama", link: "https://ollama.com/settings/keys", secret },
  { name: "OLLAMA_CLOUD_BASE_URL", meaning: "Address for Ollama's own machines, where it is another one." },
  ...provider("LM Studio", { key: "LM_API_KEY", link: "https://lmstudio.ai/docs" }),
];

// oxfmt-ignore
const ofTools: readonly EnvironmentVariable[] = [
  { name: "SUDO_PASSWORD", meaning: "Given to sudo when a command of this machine asks for it. Commands do not see it.", prompt: "The password for sudo", secret },
  { name: "HERMES_MCP_TOKEN", meaning: "What clients of `hermes mcp serve --http` have to show. Without it, a new one is made and printed.", secret },
  { name: "BRAVE_SEARCH_API_KEY", meaning: "Key of Brave Search.", prompt: "The key of Brave Search", link: "https://brave.com/search/api/", tools: search, secret },
  { name: "BRAVE_API_KEY", meaning: "Key of Brave Search, where BRAVE_SEARCH_API_KEY is not set.", tools: search, secret },
  { name: "TAVILY_API_KEY", meaning: "Key of Tavily, which searches the web.", prompt: "The key of Tavily", link: "https://app.tavily.com", tools: search, secret },
  { name: "EXA_API_KEY", meaning: "Key of Exa, which searches the web.", prompt: "The key of Exa", link: "https://dashboard.exa.ai/api-keys", tools: search, secret },
  { name: "PARALLEL_API_KEY", meaning: "Key of Parallel, which searches the web.", prompt: "The key of Parallel", link: "https://platform.parallel.ai", tools: search, secret },
  { name: "FIRECRAWL_API_KEY", meaning: "Key of Firecrawl, which searches the web; one's own needs the address alone.", prompt: "The key of Firecrawl", link: "https://www.firecrawl.dev/app/api-keys", tools: search, secret },
  { name: "FIRECRAWL_API_URL", meaning: "Address of Firecrawl, where it is one's own.", tools: search },
  { name: "SEARXNG_URL", meaning: "Address of a SearXNG that answers in JSON.", prompt: "The address of your SearXNG", link: "https://docs.searxng.org", tools: search },
  { name: "VOICE_TOOLS_OPENAI_KEY", meaning: "Key of OpenAI for speech alone: it counts before OPENAI_API_KEY there.", prompt: "The key of OpenAI for speech", link: "https://platform.openai.com/api-keys", tools: ["text_to_speech"], secret },
  { name: "ELEVENLABS_API_KEY", meaning: "Key of ElevenLabs, which speaks texts.", prompt: "The key of ElevenLabs", link: "https://elevenlabs.io/app/settings/api-keys", tools: ["text_to_speech"], secret },
  { name: "BROWSERBASE_API_KEY", meaning: "Key of Browserbase, for browser.backend browserbase.", prompt: "The key of Browserbase", link: "https://www.browserbase.com/settings", tools: ["browser_navigate"], secret },
  { name: "BROWSERBASE_PROJECT_ID", meaning: "Project of Browserbase.", prompt: "The id of your project at Browserbase", link: "https://www.browserbase.com/settings", tools: ["browser_navigate"] },
  { name: "FAL_KEY", meaning: "Key of FAL, which makes pictures.", prompt: "The key of FAL", link: "https://fal.ai/dashboard/keys", tools: ["image_generate"], secret },
  { name: "HONCHO_API_KEY", meaning: "Key for Honcho, where memory.provider is honcho.", prompt: "The key of Honcho", link: "https://app.honcho.dev", secret },
  { name: "GITHUB_TOKEN", meaning: "Token for GitHub, so that the skill hub may ask it more often.", prompt: "A token of GitHub", link: "https://github.com/settings/tokens", secret },
  { name: "GH_TOKEN", meaning: "Token for GitHub, where GITHUB_TOKEN is not set.", secret },
  { name: "MODAL_TOKEN_ID", meaning: "Name of the token for Modal, for terminal.backend modal.", prompt: "The id of your token at Modal", link: "https://modal.com/settings/tokens" },
  { name: "MODAL_TOKEN_SECRET", meaning: "Secret of that token.", prompt: "The secret of that token", secret },
  { name: "MODAL_ENVIRONMENT", meaning: "Environment at Modal." },
  { name: "DAYTONA_API_KEY", meaning: "Key of Daytona, for terminal.backend daytona.", prompt: "The key of Daytona", link: "https://app.daytona.io/dashboard/keys", secret },
  { name: "DAYTONA_API_URL", meaning: "Address of Daytona, where it is another one." },
  { name: "DAYTONA_TARGET", meaning: "Region of Daytona." },
  { name: "VERCEL_TOKEN", meaning: "Token of Vercel, for terminal.backend vercel-sandbox.", prompt: "A token of Vercel", link: "https://vercel.com/account/tokens", secret },
  { name: "VERCEL_TEAM_ID", meaning: "Team at Vercel.", prompt: "The id of your team at Vercel" },
  { name: "VERCEL_PROJECT_ID", meaning: "Project at Vercel.", prompt: "The id of your project at Vercel" },
  { name: "VERCEL_OIDC_TOKEN", meaning: "Passport of Vercel, in place of token, team and project.", secret },
];

// oxfmt-ignore
const ofPlatforms: readonly EnvironmentVariable[] = [
  { name: "<PLATFORM>_OWNERS", meaning: "Whose agent it is on a chat platform, such as TELEGRAM_OWNERS: over platforms.<name>.owners." },
  { name: "<PLATFORM>_ALLOWED_USERS", meaning: "Who may speak there: over platforms.<name>.allowed_users.", prompt: "Ids of users that may speak, with commas" },
  { name: "<PLATFORM>_ALLOW_ALL_USERS", meaning: "1: everybody may speak there, as a guest." },
  { name: "<PLATFORM>_GROUP_ALLOWED_USERS", meaning: "Who may speak in groups there." },
  { name: "<PLATFORM>_GROUP_ALLOWED_CHATS", meaning: "Groups there in which everybody may speak." },
  { name: "<PLATFORM>_REQUIRE_MENTION", meaning: "0: in groups there every message is for it." },
  { name: "<PLATFORM>_FREE_RESPONSE_CHATS", meaning: "Groups there in which every message is for it." },
  { name: "<PLATFORM>_FREE_RESPONSE_CHANNELS", meaning: "The same, by the name that the Python original has for it." },
  { name: "<PLATFORM>_IGNORED_THREADS", meaning: "Threads there that it stays out of." },
  { name: "<PLATFORM>_HOME_CHANNEL", meaning: "Chat there for what nobody asked for in a chat.", prompt: "Id of the chat for results of schedules" },
  { name: "<PLATFORM>_HOME_CHANNEL_THREAD_ID", meaning: "Thread in that chat." },
];

function grouped(
  group: VariableGroup,
  variables: readonly EnvironmentVariable[],
): readonly EnvironmentVariable[] {
  return variables.map((variable) => ({ ...variable, group }));
}

// oxfmt-ignore
const ofHermes: readonly EnvironmentVariable[] = [
  { name: "HERMES_HOME", meaning: "Folder that holds settings, keys and everything that is kept. Default: ~/.hermes." },
  { name: "HERMES_IGNORE_USER_CONFIG", meaning: "1: do not read config.yaml." },
  { name: "HERMES_SAFE_MODE", meaning: "1: no MCP server and no hook is used." },
  ...overrides.map(({ name, meaning, setting }) => ({ name, meaning, setting, ...(/(?:_KEY|_TOKEN)$/.test(name) && setting === "api.key" ? { secret } : {}) })),
  { name: "AUXILIARY_<TASK>_PROVIDER", meaning: "Provider of a side task, such as AUXILIARY_TITLE_PROVIDER: over auxiliary.<task> of the settings." },
  { name: "AUXILIARY_<TASK>_MODEL", meaning: "Its model." },
  { name: "AUXILIARY_<TASK>_BASE_URL", meaning: "Its address." },
  { name: "AUXILIARY_<TASK>_API_KEY", meaning: "Its key.", secret },
];

/** Every variable that has a meaning here, one a row: for docs, and for whoever asks a person for them. */
export const environmentVariables: readonly EnvironmentVariable[] = [
  ...grouped("setting", ofHermes),
  ...grouped("provider", providers),
  ...grouped("tool", ofTools),
  ...grouped("messaging", ofPlatforms),
];

/** The variable of that name, also where a part of it stands for any name. */
export function findVariable(name: string): EnvironmentVariable | undefined {
  return (
    environmentVariables.find((variable) => variable.name === name) ??
    environmentVariables.find(
      (variable) => variable.name.includes("<") && patternOf(variable.name).test(name),
    )
  );
}

function patternOf(name: string): RegExp {
  return new RegExp(`^${name.replace(/<\w+>/, "[A-Z][A-Z0-9_]*")}$`);
}

/** Whether the value of a variable is never shown. */
export function isSecretVariable(name: string): boolean {
  const known = findVariable(name);
  return known === undefined ? isSecretName(name) : known.secret === true;
}
