/** How a server is spoken to. */
export type Protocol =
  | "chat"
  | "responses"
  | "messages"
  | "gemini"
  | "ollama"
  | "converse"
  | "azure-chat"
  | "azure-responses"
  /** Of a provider that is given: it makes its models itself. */
  | "given";

/** One place where models are had. */
export interface ProviderRow {
  readonly id: string;
  /** For people. */
  readonly label: string;
  readonly protocol: Protocol;
  /** Undefined: must be given, or is found by looking. */
  readonly baseUrl?: string | undefined;
  readonly keyVariable?: string | undefined;
  /** Other variables that hold the key, looked at after it. */
  readonly keyAliases?: readonly string[] | undefined;
  /** Holds an OAuth token, sent as `Authorization: Bearer`. */
  readonly tokenVariable?: string | undefined;
  readonly baseUrlVariable?: string | undefined;
  /** Other variables that hold the address, looked at after it. */
  readonly baseUrlAliases?: readonly string[] | undefined;
  /** What an address looks like, where everybody has another one. */
  readonly baseUrlExample?: string | undefined;
  readonly defaultModel?: string | undefined;
  /** Other names that people use for it, vendor prefixes of model names among them. */
  readonly aliases?: readonly string[] | undefined;
  /** Models run on the person's own machine: no key is expected. */
  readonly local?: true | undefined;
  /** Sells models of many vendors; names carry the vendor: `anthropic/claude-…`. */
  readonly aggregator?: true | undefined;
}

/** Any server that speaks OpenAI's chat protocol. */
export const customProvider: ProviderRow = { id: "custom", label: "the server", protocol: "chat" };

/**
 * Every known provider. Where nothing is said, the first one whose key is in the environment is taken, so the order
 * of the rows is the order of preference.
 */
// oxfmt-ignore
export const providers: readonly ProviderRow[] = [
  { id: "openrouter", label: "OpenRouter", protocol: "chat", baseUrl: "https://openrouter.ai/api/v1", keyVariable: "OPENROUTER_API_KEY", baseUrlVariable: "OPENROUTER_BASE_URL", defaultModel: "anthropic/claude-sonnet-4.5", aggregator: true },
  { id: "anthropic", label: "Anthropic", protocol: "messages", baseUrl: "https://api.anthropic.com", keyVariable: "ANTHROPIC_API_KEY", tokenVariable: "ANTHROPIC_AUTH_TOKEN", baseUrlVariable: "ANTHROPIC_BASE_URL", defaultModel: "claude-sonnet-4-5", aliases: ["claude"] },
  { id: "openai", label: "OpenAI", protocol: "chat", baseUrl: "https://api.openai.com/v1", keyVariable: "OPENAI_API_KEY", baseUrlVariable: "OPENAI_BASE_URL", defaultModel: "gpt-5.2", aliases: ["openai-chat", "gpt"] },
  { id: "openai-responses", label: "OpenAI", protocol: "responses", baseUrl: "https://api.openai.com/v1", keyVariable: "OPENAI_API_KEY", baseUrlVariable: "OPENAI_BASE_URL", defaultModel: "gpt-5.2", aliases: ["responses"] },
  { id: "gemini", label: "Google Gemini", protocol: "gemini", baseUrl: "https://generativelanguage.googleapis.com/v1beta", keyVariable: "GEMINI_API_KEY", keyAliases: ["GOOGLE_API_KEY"], baseUrlVariable: "GEMINI_BASE_URL", defaultModel: "gemini-2.5-pro", aliases: ["google", "google-gemini"] },
  { id: "azure", label: "Azure OpenAI", protocol: "azure-chat", keyVariable: "AZURE_OPENAI_API_KEY", keyAliases: ["AZURE_FOUNDRY_API_KEY"], tokenVariable: "AZURE_OPENAI_AD_TOKEN", baseUrlVariable: "AZURE_OPENAI_ENDPOINT", baseUrlAliases: ["AZURE_FOUNDRY_BASE_URL"], baseUrlExample: "https://NAME.openai.azure.com", aliases: ["azure-foundry", "azure-openai"] },
  { id: "azure-responses", label: "Azure OpenAI", protocol: "azure-responses", keyVariable: "AZURE_OPENAI_API_KEY", keyAliases: ["AZURE_FOUNDRY_API_KEY"], tokenVariable: "AZURE_OPENAI_AD_TOKEN", baseUrlVariable: "AZURE_OPENAI_ENDPOINT", baseUrlAliases: ["AZURE_FOUNDRY_BASE_URL"], baseUrlExample: "https://NAME.openai.azure.com" },
  { id: "bedrock", label: "Amazon Bedrock", protocol: "converse", keyVariable: "AWS_BEARER_TOKEN_BEDROCK", baseUrlVariable: "AWS_ENDPOINT_URL_BEDROCK_RUNTIME", defaultModel: "global.anthropic.claude-sonnet-4-5-20250929-v1:0", aliases: ["aws", "amazon", "amazon-bedrock", "aws-bedrock"] },
  { id: "xai", label: "xAI", protocol: "chat", baseUrl: "https://api.x.ai/v1", keyVariable: "XAI_API_KEY", baseUrlVariable: "XAI_BASE_URL", defaultModel: "grok-4", aliases: ["grok", "x-ai"] },
  { id: "deepseek", label: "DeepSeek", protocol: "chat", baseUrl: "https://api.deepseek.com/v1", keyVariable: "DEEPSEEK_API_KEY", baseUrlVariable: "DEEPSEEK_BASE_URL", defaultModel: "deepseek-chat" },
  { id: "mistral", label: "Mistral", protocol: "chat", baseUrl: "https://api.mistral.ai/v1", keyVariable: "MISTRAL_API_KEY", baseUrlVariable: "MISTRAL_BASE_URL", defaultModel: "mistral-large-latest", aliases: ["mistralai"] },
  { id: "nous", label: "Nous Research", protocol: "chat", baseUrl: "https://inference-api.nousresearch.com/v1", keyVariable: "NOUS_API_KEY", baseUrlVariable: "NOUS_BASE_URL", defaultModel: "Hermes-4-405B", aliases: ["nousresearch"] },
  { id: "groq", label: "Groq", protocol: "chat", baseUrl: "https://api.groq.com/openai/v1", keyVariable: "GROQ_API_KEY", baseUrlVariable: "GROQ_BASE_URL", defaultModel: "llama-3.3-70b-versatile" },
  { id: "cerebras", label: "Cerebras", protocol: "chat", baseUrl: "https://api.cerebras.ai/v1", keyVariable: "CEREBRAS_API_KEY", baseUrlVariable: "CEREBRAS_BASE_URL", defaultModel: "llama-3.3-70b" },
  { id: "moonshot", label: "Moonshot (Kimi)", protocol: "chat", baseUrl: "https://api.moonshot.ai/v1", keyVariable: "MOONSHOT_API_KEY", baseUrlVariable: "MOONSHOT_BASE_URL", defaultModel: "kimi-k2-0905-preview", aliases: ["kimi", "moonshotai"] },
  { id: "zai", label: "Z.AI (GLM)", protocol: "chat", baseUrl: "https://api.z.ai/api/paas/v4", keyVariable: "ZAI_API_KEY", baseUrlVariable: "ZAI_BASE_URL", defaultModel: "glm-4.6", aliases: ["z-ai", "glm", "zhipu"] },
  { id: "alibaba", label: "Alibaba (Qwen)", protocol: "chat", baseUrl: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1", keyVariable: "DASHSCOPE_API_KEY", baseUrlVariable: "DASHSCOPE_BASE_URL", defaultModel: "qwen3-max", aliases: ["qwen", "dashscope"] },
  { id: "together", label: "Together", protocol: "chat", baseUrl: "https://api.together.xyz/v1", keyVariable: "TOGETHER_API_KEY", baseUrlVariable: "TOGETHER_BASE_URL", defaultModel: "meta-llama/Llama-3.3-70B-Instruct-Turbo", aggregator: true },
  { id: "fireworks", label: "Fireworks", protocol: "chat", baseUrl: "https://api.fireworks.ai/inference/v1", keyVariable: "FIREWORKS_API_KEY", baseUrlVariable: "FIREWORKS_BASE_URL", aggregator: true },
  { id: "huggingface", label: "Hugging Face", protocol: "chat", baseUrl: "https://router.huggingface.co/v1", keyVariable: "HF_TOKEN", baseUrlVariable: "HF_BASE_URL", aggregator: true, aliases: ["hf"] },
  { id: "nvidia", label: "NVIDIA", protocol: "chat", baseUrl: "https://integrate.api.nvidia.com/v1", keyVariable: "NVIDIA_API_KEY", baseUrlVariable: "NVIDIA_BASE_URL", aggregator: true },
  { id: "ollama-cloud", label: "Ollama Cloud", protocol: "ollama", baseUrl: "https://ollama.com", keyVariable: "OLLAMA_API_KEY", baseUrlVariable: "OLLAMA_CLOUD_BASE_URL", defaultModel: "gpt-oss:120b" },
  { id: "ollama", label: "Ollama", protocol: "ollama", baseUrl: "http://127.0.0.1:11434", baseUrlVariable: "OLLAMA_HOST", local: true },
  { id: "lmstudio", label: "LM Studio", protocol: "chat", baseUrl: "http://127.0.0.1:1234/v1", keyVariable: "LM_API_KEY", baseUrlVariable: "LM_BASE_URL", local: true, aliases: ["lm-studio"] },
  { id: "llamacpp", label: "llama.cpp", protocol: "chat", baseUrl: "http://127.0.0.1:8080/v1", local: true, aliases: ["llama.cpp", "llama-server"] },
  { id: "vllm", label: "vLLM", protocol: "chat", baseUrl: "http://127.0.0.1:8000/v1", local: true },
  { id: "local", label: "the local server", protocol: "chat", local: true },
  customProvider,
];

/** The row with this id or alias, in any case; undefined when there is none. */
export function findProvider(name: string): ProviderRow | undefined {
  const wanted = name.trim().toLowerCase();
  return providers.find((row) => row.id === wanted) ?? providers.find((row) => row.aliases?.includes(wanted));
}
