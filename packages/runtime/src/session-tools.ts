import type { EditorAccess } from "@hermes/acp";
import type { Clarifier, TodoList } from "@hermes/agent-loop";
import type { ChildrenOf } from "@hermes/agent-loop/delegate";
import type { Browsers } from "@hermes/browser";
import type { Settings } from "@hermes/config";
import type { CanvasToolOptions } from "@hermes/documents/canvas";
import type { PathPolicy, Permissions } from "@hermes/permissions";
import type { Tool, ToolLoader } from "@hermes/registry";
import type { ExecuteCodeToolOptions } from "@hermes/sandbox";
import type { State } from "@hermes/state";
import type { Backend, ProcessTable } from "@hermes/terminal-backends";
import type { HomeCron } from "./cron/home-cron.ts";
import type { DrawingParts } from "./documents/drawing-parts.ts";
import type { HomeAssistantSettings } from "./home-assistant/load-home-tools.ts";
import type { SessionAuxiliary } from "./models/session-auxiliary.ts";
import type { PictureParts } from "./media/picture-parts.ts";
import type { SharedFiles } from "./child/shared-files.ts";
import type { Role } from "./roles/role.ts";
import { within } from "./permissions/agent-spans.ts";
import type { AgentSpans } from "./permissions/agent-spans.ts";
import type { SessionSkills } from "./skills/session-skills.ts";
import type { SpeechParts } from "./speech/load-speech-tool.ts";
import type { HomeWeb } from "./web/home-web.ts";
import type { SessionMemory } from "./memory/session-memory.ts";

/** What tools are made of. What belongs to a session is undefined outside of one; its tools then answer an error. */
export interface ToolParts {
  readonly backend: () => Promise<Backend>;
  /** What of the editor can be used in which the person works; undefined: nothing. */
  readonly editor: EditorAccess | undefined;
  /** What sessions that change the same files know of each other. */
  readonly sharedFiles: SharedFiles;
  /** Whether a wall holds commands; `network`: what they reach alone. */
  readonly walled: () => Promise<boolean | "network">;
  readonly processes: () => Promise<ProcessTable>;
  readonly permissions: () => Promise<Pick<Permissions, "pathPolicy">>;
  readonly commandTimeoutMs: number;
  readonly output: Settings["tool_output"];
  /** Undefined while nothing was ever stored. */
  readonly store: () => Promise<State | undefined>;
  /** When the agent's commands ran. */
  readonly spans: Pick<AgentSpans, "begin">;
  /** What `execute_code` is made of. */
  readonly code: () => Promise<ExecuteCodeToolOptions>;
  /** Several models that are asked at once; undefined where the settings name none. */
  readonly mixture: (() => Promise<Tool>) | undefined;
  /** Finds the children of a session; undefined: it can't have any. */
  readonly children: ChildrenOf | undefined;
  /** What children can be. */
  readonly roles: () => Promise<readonly Role[]>;
  readonly todo: TodoList | undefined;
  readonly memory: () => Promise<SessionMemory | undefined>;
  readonly skills: () => Promise<SessionSkills>;
  readonly clarifier: Clarifier | undefined;
  readonly cron: () => Promise<HomeCron>;
  readonly web: () => Promise<HomeWeb>;
  readonly browsers: () => Promise<Browsers>;
  readonly drawing: DrawingParts;
  readonly pictures: () => Promise<PictureParts>;
  /** Where the home is reached, and with which token. */
  readonly homeAssistant: HomeAssistantSettings;
  readonly canvas: CanvasToolOptions;
  readonly speech: SpeechParts;
  readonly auxiliary: SessionAuxiliary;
}

/** The one list of tools. Each package is loaded when its tools are. */
export function toolLoaders(parts: ToolParts): readonly ToolLoader[] {
  return [
    // Before all others: a later tool of the same name takes its place.
    { name: "external memory", load: () => loadExternalMemory(parts) },
    { name: "terminal", load: () => loadTerminal(parts) },
    { name: "files", load: () => loadFiles(parts) },
    { name: "memory", load: () => loadMemory(parts) },
    { name: "skills", load: async () => await (await parts.skills()).tools() },
    { name: "sessions", load: () => loadSessionSearch(parts) },
    { name: "code", load: () => loadCode(parts) },
    { name: "mixture of agents", load: async () => (parts.mixture ? [await parts.mixture()] : []) },
    { name: "delegation", load: () => loadDelegation(parts) },
    { name: "web", load: () => loadWeb(parts) },
    { name: "browser", load: () => loadBrowser(parts) },
    { name: "pictures", load: async () => await (await parts.pictures()).tools() },
    { name: "schedules", load: () => loadCron(parts) },
    { name: "home assistant", load: () => loadHomeAssistant(parts) },
    { name: "canvas", load: () => loadCanvas(parts) },
    { name: "documents", load: () => loadDocuments(parts) },
    { name: "speech", load: () => loadSpeech(parts) },
    { name: "conversation", load: () => loadConversation(parts) },
  ];
}

async function loadExternalMemory({ memory }: ToolParts): Promise<readonly Tool[]> {
  const external = await (await memory())?.external();
  return external?.tools() ?? [];
}

async function loadTerminal(parts: ToolParts): Promise<readonly Tool[]> {
  const [{ terminalTools }, place, processes, walled] = await Promise.all([
    import("@hermes/terminal-backends"),
    parts.backend(),
    parts.processes(),
    parts.walled(),
  ]);
  const { commandTimeoutMs: defaultTimeoutMs, output, editor } = parts;
  const backend =
    editor?.openTerminal === undefined ? place : await inItsTerminals(place, editor.openTerminal);
  return terminalTools({ backend, processes, walled, defaultTimeoutMs, maxOutputChars: output.max_bytes });
}

async function loadFiles(parts: ToolParts): Promise<readonly Tool[]> {
  const { output, sharedFiles, editor } = parts;
  const [{ fileTools }, place, versions] = await Promise.all([
    import("@hermes/files"),
    parts.backend(),
    sharedFiles.versions(),
  ]);
  const backend = editor === undefined ? place : await throughEditor(place, editor);
  const { max_lines: maxLines, max_line_length: maxLineChars, max_result_chars: maxChars } = output;
  const policy: PathPolicy = {
    check: async (request) => await (await parts.permissions()).pathPolicy.check(request),
  };
  const isShared = (): boolean => sharedFiles.isShared;
  return fileTools({
    ...{ backend, policy, versions, isShared, maxLines, maxLineChars, maxChars },
    showImage: async (...image) => await (await parts.pictures()).show(...image),
  });
}

async function throughEditor(backend: Backend, editor: EditorAccess): Promise<Backend> {
  const { withEditorFiles } = await import("./acp/with-editor-files.ts");
  return withEditorFiles(backend, editor);
}

async function inItsTerminals(
  backend: Backend,
  openTerminal: NonNullable<EditorAccess["openTerminal"]>,
): Promise<Backend> {
  const { withEditorTerminals } = await import("./acp/with-editor-terminals.ts");
  return withEditorTerminals(backend, openTerminal);
}

async function loadMemory(parts: ToolParts): Promise<readonly Tool[]> {
  const memory = await parts.memory();
  if (memory !== undefined) return await memory.tools();
  const { learningTool, memoryTool } = await import("@hermes/memory");
  return [memoryTool(undefined), learningTool({ log: undefined, watch: undefined })];
}

async function loadSessionSearch({ store }: ToolParts): Promise<readonly Tool[]> {
  const { sessionSearchTool } = await import("@hermes/state");
  return [sessionSearchTool(store)];
}

async function loadCode(parts: ToolParts): Promise<readonly Tool[]> {
  const [{ executeCodeTool }, code] = await Promise.all([import("@hermes/sandbox/tool"), parts.code()]);
  const tool = executeCodeTool(code);
  if (code.level === "jail") return [tool];
  // Without a jail a script can write without a tool.
  return [{ ...tool, execute: (args, context) => within(parts.spans, () => tool.execute(args, context)) }];
}

async function loadDelegation({ children, roles }: ToolParts): Promise<readonly Tool[]> {
  const [{ delegateControlTool, delegateTool, reportTool }, { describeRoles }, known] = await Promise.all([
    import("@hermes/agent-loop/delegate"),
    import("./roles/describe-roles.ts"),
    children === undefined ? [] : roles(),
  ]);
  if (children === undefined) return [reportTool()];
  const tool = delegateTool(children, { roles: describeRoles(known) });
  return [tool, delegateControlTool(children), reportTool()];
}

async function loadCron({ cron }: ToolParts): Promise<readonly Tool[]> {
  const { cronjobTools } = await import("@hermes/cron/tool");
  return cronjobTools({ cron });
}

async function loadWeb({ web }: ToolParts): Promise<readonly Tool[]> {
  const { webTools } = await import("@hermes/web/tools");
  return webTools({
    reader: {
      read: async (...args) => await (await web()).reader.read(...args),
      crawl: async (...args) => await (await web()).reader.crawl(...args),
    },
    search: { search: async (...args) => await (await web()).search.search(...args) },
  });
}

async function loadBrowser({ browsers, auxiliary }: ToolParts): Promise<readonly Tool[]> {
  const [opened, { browserTools }, { judgePageAction }, { pickLines }, { lookAtPicture }] = await Promise.all(
    [
      browsers(),
      import("@hermes/browser/tools"),
      import("./browser/open-home-browsers.ts"),
      import("./browser/pick-lines.ts"),
      import("./browser/look-at-picture.ts"),
    ],
  );
  return browserTools({
    browsers: opened,
    judge: judgePageAction,
    pick: pickLines((sessionId) => auxiliary("web_extract", sessionId)),
    look: lookAtPicture(auxiliary),
  });
}

async function loadHomeAssistant({ homeAssistant }: ToolParts): Promise<readonly Tool[]> {
  const { loadHomeTools } = await import("./home-assistant/load-home-tools.ts");
  return await loadHomeTools(homeAssistant);
}

async function loadCanvas({ canvas }: ToolParts): Promise<readonly Tool[]> {
  const { loadCanvasTool } = await import("./canvas/load-canvas-tool.ts");
  return await loadCanvasTool(canvas);
}

async function loadDocuments(parts: ToolParts): Promise<readonly Tool[]> {
  const { loadDocumentTools } = await import("./documents/load-document-tools.ts");
  return await loadDocumentTools(parts);
}

async function loadSpeech({ speech, backend, permissions }: ToolParts): Promise<readonly Tool[]> {
  const { loadSpeechTool } = await import("./speech/load-speech-tool.ts");
  return await loadSpeechTool(speech, { backend, permissions });
}

async function loadConversation({ todo, clarifier }: ToolParts): Promise<readonly Tool[]> {
  const { createTodoTool, createClarifyTool } = await import("@hermes/agent-loop");
  return [createTodoTool(todo), createClarifyTool(clarifier)];
}
