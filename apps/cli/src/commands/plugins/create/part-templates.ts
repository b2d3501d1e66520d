import type { PluginKind } from "@hermes/plugins/host";

export interface PartTemplate {
  /** The name of the part, given that of the plug-in. */
  name(plugin: string): string;
  /** The part as source, without the braces of its kind. */
  code(name: string): string;
  readonly imports?: string | undefined;
  /** Functions that it uses. */
  readonly helpers?: string | undefined;
  /** Programs that it has started. */
  readonly run?: readonly string[] | undefined;
  /** A function of it with what it is called with, and what comes of it; what answers by itself needs none. */
  readonly example?:
    | { readonly function: string; readonly params: unknown; readonly gives?: unknown }
    | undefined;
  /** How a person tries it. */
  tryIt(name: string): string;
}

const same = (plugin: string): string => plugin;
const underscored = (plugin: string): string => plugin.replaceAll("-", "_");

/** As a key of an object. */
const keyOf = (name: string): string => (name.includes("-") ? `"${name}"` : name);

/** A small part of each kind that works: the beginning of one's own. */
export const partTemplates: Readonly<Record<Exclude<PluginKind, "skins">, PartTemplate>> = {
  tools: {
    name: underscored,
    code: (name) => `${name}: {
      description: "Counts the words of a text. Use it instead of counting yourself.",
      parameters: {
        type: "object",
        properties: { text: { type: "string", description: "The text." } },
        required: ["text"],
      },
      readOnly: true,
      execute: ({ text }) => ({ words: String(text).split(/\\s+/).filter(Boolean).length }),
    },`,
    example: { function: "execute", params: { text: "one two three" }, gives: { words: 3 } },
    tryIt: (name) => `hermes tools call ${name} '{"text":"one two three"}'`,
  },
  hooks: {
    name: () => "pre_tool_call",
    code: (name) => `// Nothing given back leaves the call as it is.
    ${name}({ tool_name, tool_input }) {
      const { command = "" } = Object(tool_input);
      if (tool_name === "terminal" && /\\bshutdown\\b/.test(command))
        return { decision: "block", reason: "This machine stays on." };
      return undefined;
    },`,
    tryIt: () => `hermes -q "Shut this machine down."`,
  },
  commands: {
    name: same,
    code: (name) => `${keyOf(name)}: {
      summary: "Say the time",
      // \`text\` is shown to the person; \`prompt\` would be said to the agent.
      run: ({ args }) => ({ text: \`It is \${new Date().toLocaleTimeString(args || undefined)}.\` }),
    },`,
    example: { function: "run", params: { args: "" } },
    tryIt: (name) => `/${name}`,
  },
  programs: {
    name: same,
    code: (name) => `${keyOf(name)}: {
      summary: "Greet somebody",
      usage: "hermes ${name} [NAME...]",
      async *run({ args }) {
        yield \`Hello \${args.join(" ") || "there"}!\\n\`;
        return 0;
      },
    },`,
    example: { function: "run", params: { args: ["Ada"], input: "" }, gives: ["Hello Ada!\n"] },
    tryIt: (name) => `hermes ${name} Ada`,
  },
  sections: {
    name: same,
    code: (name) => `${keyOf(name)}: {
      maxChars: 500,
      text: () => "The person prefers short answers.",
    },`,
    tryIt: () => "hermes context",
  },
  models: {
    name: same,
    code: (name) => `${keyOf(name)}: {
      label: "Echo",
      models: [{ id: "echo-1", contextWindow: 100_000 }],
      async *stream({ messages }) {
        const last = messages.findLast(({ role }) => role === "user");
        const text = \`You said: \${JSON.stringify(last?.content)}\`;
        yield { type: "text-delta", text };
        yield {
          type: "finish",
          message: { role: "assistant", content: [{ type: "text", text }] },
          finishReason: "stop",
          usage: { inputTokens: 1, outputTokens: 1 },
        };
      },
    },`,
    example: {
      function: "stream",
      params: { model: "echo-1", messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }] },
    },
    tryIt: (name) => `hermes --provider ${name} -m echo-1 -q "Hello"`,
  },
  memory: {
    name: same,
    imports: `import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";`,
    code: (name) => `${keyOf(name)}: {
      check() {},
      promptBlock: () => "",
      // What is known about these words.
      prefetch: async (_asked, { folder }) =>
        await readFile(join(folder, "last.txt"), "utf8").catch(() => ""),
      sync: async ({ text }, { folder }) => await writeFile(join(folder, "last.txt"), \`Last time: \${text}\`),
    },`,
    example: { function: "prefetch", params: { query: "Hello" } },
    tryIt: (name) => `hermes config set memory.provider ${name}`,
  },
  search: {
    name: same,
    code: (name) => `${keyOf(name)}: {
      title: "An example",
      maxResults: 10,
      search: ({ query, limit }) =>
        [{ url: "https://example.com/", title: \`About \${query}\`, description: "Write the search here." }].slice(0, limit),
    },`,
    example: { function: "search", params: { query: "birds", limit: 1 }, gives: [{ title: "About birds" }] },
    tryIt: (name) => `hermes config set web.search_backend ${name}`,
  },
  speakers: {
    name: same,
    helpers: `/** A second of silence: 8,000 samples of 16 bits. */
function silence() {
  const wav = new DataView(new ArrayBuffer(44 + 16_000));
  [0x52494646, 16_036, 0x57415645, 0x666d7420].forEach((word, at) => wav.setUint32(at * 4, word, at === 1));
  [16, 0x10001, 8_000, 16_000, 0x100002].forEach((word, at) => wav.setUint32(16 + at * 4, word, true));
  wav.setUint32(36, 0x64617461);
  wav.setUint32(40, 16_000, true);
  return new Uint8Array(wav.buffer);
}`,
    code: (name) => `${keyOf(name)}: {
      title: "Silence",
      maxChars: 1_000,
      // Speech goes here.
      speak: () => ({ bytes: silence(), extension: "wav" }),
    },`,
    example: { function: "speak", params: { text: "Hello" }, gives: { extension: "wav" } },
    tryIt: (name) => `hermes config set tts.provider ${name}`,
  },
  transcribers: {
    name: same,
    code: (name) => `${keyOf(name)}: {
      title: "An example",
      transcribe: ({ bytes }) => \`(\${bytes.length} bytes of sound)\`,
    },`,
    example: {
      function: "transcribe",
      params: { bytes: { $bytes: "AAAA" }, extension: "wav" },
      gives: "(3 bytes of sound)",
    },
    tryIt: (name) => `hermes config set stt.provider ${name}`,
  },
  backends: {
    name: same,
    code: (name) => `${keyOf(name)}: {
      title: "A shell of this machine",
      open() {},
      // Hermes starts this for each script. Put it where it is to run: ["ssh", "box", script].
      command: ({ script }) => ["sh", "-c", script],
      close() {},
    },`,
    run: ["sh"],
    example: {
      function: "command",
      params: { place: "main", script: "pwd", pty: false },
      gives: ["sh", "-c", "pwd"],
    },
    tryIt: (name) => `hermes config set terminal.backend ${name}`,
  },
  platforms: {
    name: same,
    code: (name) => `${keyOf(name)}: {
      label: "Example",
      maxChars: 4_000,
      // Yield each message that comes in.
      async *listen(_of, { signal }) {
        await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      },
      send: ({ key }) => ({ status: "sent", messageId: key }),
      check: () => ({ as: "example" }),
    },`,
    example: {
      function: "send",
      params: { chatId: "1", key: "k1", markdown: "Hello" },
      gives: { status: "sent", messageId: "k1" },
    },
    tryIt: (name) => `hermes config set platforms.${name}.enabled true`,
  },
  contextEngines: {
    name: same,
    code: (name) => `${keyOf(name)}: {
      title: "The last message alone",
      // What comes back takes the place of the history; nothing leaves it as it is.
      compress: ({ messages }) => messages.slice(Math.max(0, messages.findLastIndex(({ role }) => role === "user"))),
    },`,
    tryIt: (name) => `hermes config set compression.engine ${name}`,
  },
};
