import { actionsOf, describeCall } from "@hermes/registry";
import { expect, test } from "vitest";
import { runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

const patch =
  "*** Begin Patch\n*** Delete File: a\n*** Update File: b\n*** Move to: c\n@@\n-x\n+y\n*** End Patch";

/** What each tool says of a call: rules that people wrote name these actions. */
const said: readonly (readonly [tool: string, args: object, action: string, argument: object])[] = [
  ["read_file", { path: "a" }, "file.read", { kind: "path", paths: [{ path: "a", access: "read" }] }],
  ["search", { pattern: "x" }, "file.read", { paths: [{ path: ".", access: "read", searches: true }] }],
  ["write_file", { path: "a", content: "" }, "file.write", { paths: [{ path: "a", access: "write" }] }],
  [
    "patch",
    { path: "a", old_string: "x", new_string: "y" },
    "file.write",
    {
      paths: [
        { path: "a", access: "read" },
        { path: "a", access: "write" },
      ],
    },
  ],
  [
    "patch",
    { patch },
    "file.write",
    {
      paths: expect.arrayContaining([
        { path: "a", access: "delete" },
        { path: "c", access: "write" },
      ]),
    },
  ],
  [
    "terminal",
    { command: "ls", workdir: "x" },
    "terminal.run",
    { kind: "command", text: "ls", cwd: "x", canBeTried: true },
  ],
  ["terminal", { command: "ls", pty: true }, "terminal.run", { background: false, canBeTried: false }],
  [
    "terminal",
    { command: "ls", background: true },
    "terminal.background",
    { background: true, canBeTried: false },
  ],
  [
    "process",
    { action: "submit", session_id: "p", data: "ls" },
    "terminal.input",
    { kind: "command", text: "ls\n", typedInto: "p" },
  ],
  [
    "process",
    { action: "write", session_id: "p", data: "ls" },
    "terminal.input",
    { text: "ls", typedInto: "p" },
  ],
  ["process", { action: "close", session_id: "p" }, "terminal.input", { text: "" }],
  ["process", { action: "list" }, "terminal.watch", { kind: "text" }],
  ["process", { action: "kill", session_id: "p" }, "terminal.kill", { kind: "text" }],
  ["execute_code", { code: "1" }, "code.run", { kind: "text" }],
  ["memory", { action: "read", target: "user" }, "memory.read", {}],
  ["memory", { action: "add", target: "user", content: "x" }, "memory.write", {}],
  ["learning", { action: "list" }, "memory.read", {}],
  ["learning", { action: "forget", id: 1 }, "memory.write", {}],
  ["session_search", { query: "x" }, "session.search", { kind: "text" }],
  ["skills_list", {}, "skill.read", {}],
  ["skill_view", { name: "x" }, "skill.read", {}],
  ["skill_manage", { action: "delete", name: "x" }, "skill.write", { shown: "delete x" }],
  ["skill_manage", { action: "rate", name: "x", helped: true }, "skill.read", {}],
  ["todo", {}, "plan.write", {}],
  ["clarify", { question: "Why?", choices: ["a"] }, "person.ask", {}],
  ["delegate_task", { goal: "Count." }, "agent.delegate", {}],
  ["delegate_control", { action: "list" }, "agent.delegate", {}],
  ["cronjob", { action: "list" }, "cron.read", { shown: "list" }],
  ["cronjob", { action: "trigger", job_id: "Mail" }, "cron.write", { shown: "trigger Mail" }],
  ["schedule_cronjob", { schedule: "1h", prompt: "Go." }, "cron.write", { shown: "create 1h: Go." }],
  ["list_cronjobs", {}, "cron.read", {}],
  ["remove_cronjob", { job_id: "Mail" }, "cron.write", { shown: "remove Mail" }],
  ["web_search", { query: "x" }, "web.search", { kind: "text", text: "x" }],
  ["web_extract", { urls: ["http://a.example/"] }, "web.fetch", { kind: "url", eachGuarded: true }],
  ["web_crawl", { url: "http://a.example/" }, "web.fetch", { kind: "url", urls: ["http://a.example/"] }],
  [
    "browser_navigate",
    { url: "a.example" },
    "browser.navigate",
    { kind: "url", urls: ["https://a.example"] },
  ],
  ["browser_back", {}, "browser.read", {}],
  ["browser_snapshot", {}, "browser.read", {}],
  ["browser_scroll", { direction: "down" }, "browser.read", {}],
  ["browser_get_images", {}, "browser.read", {}],
  ["browser_vision", {}, "browser.read", {}],
  ["browser_console", {}, "browser.read", { text: "" }],
  ["browser_console", { expression: "1" }, "browser.script", { text: "1" }],
  ["browser_cdp", { method: "DOM.getDocument" }, "browser.script", { text: "DOM.getDocument {}" }],
  ["browser_click", { ref: "@e1" }, "browser.act", {}],
  ["browser_type", { ref: "@e1", text: "x" }, "browser.act", { text: expect.stringContaining("@e1") }],
  ["browser_press", { key: "Enter" }, "browser.act", {}],
  ["browser_dialog", { action: "accept" }, "browser.act", {}],
  ["browser_close", {}, "browser.close", {}],
  ["canvas", { action: "show", title: "T", content: "<p>x</p>", format: "html" }, "canvas.draw", {}],
  ["canvas", { action: "show", title: "T", content: "x", format: "markdown" }, "canvas.write", {}],
  ["make_document", { format: "pdf", content: "x", output: "a.pdf" }, "file.write", { kind: "path" }],
  [
    "render_diagram",
    { format: "graphviz", source: "digraph {}", output: "a.svg" },
    "file.write",
    { kind: "path" },
  ],
  ["vision_analyze", { image_url: "a.png", question: "What?" }, "file.read", { kind: "path" }],
  ["vision_analyze", { image_url: "https://a.example/", question: "What?" }, "web.fetch", { kind: "url" }],
  ["vision_analyze", { image_url: "data:image/png;base64,AA", question: "What?" }, "vision.look", {}],
  ["image_generate", { prompt: "A cat." }, "image.generate", {}],
  ["text_to_speech", { text: "Hello." }, "speech.make", {}],
  ["ha_list_entities", {}, "home.read", {}],
  ["ha_get_state", { entity_id: "light.a" }, "home.read", {}],
  ["ha_list_services", {}, "home.read", {}],
  ["ha_call_service", { domain: "light", service: "turn_on" }, "home.switch", {}],
  ["ha_call_service", { domain: "lock", service: "unlock" }, "home.control", {}],
];

test("each tool of Hermes says of its calls what they do, by the names that rules have for it", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place);
  const tools = await runtime.tools();

  const told = said.map(([name, args]) => {
    const tool = tools.get(name);
    const parsed = tool?.parse(args);
    return tool !== undefined && parsed?.ok === true ? describeCall(tool, parsed.value) : [name, parsed];
  });

  expect(told).toMatchObject(said.map(([, , name, argument]) => ({ action: { name }, argument })));
  expect(tools.names().filter((name) => !said.some(([tool]) => tool === name))).toEqual([]);
});

test("what only reads goes on in the mode plan, and nothing else does", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place);
  const tools = await runtime.tools();
  const all = tools
    .names()
    .flatMap((name) => tools.get(name) ?? [])
    .flatMap((tool) => actionsOf(tool));

  expect(
    [...new Set(all.filter(({ readOnly }) => readOnly === true).map(({ name }) => name))].sort(),
  ).toEqual([
    "agent.delegate",
    "browser.close",
    "browser.navigate",
    "browser.read",
    "canvas.draw",
    "canvas.write",
    "cron.read",
    "file.read",
    "home.read",
    "memory.read",
    "person.ask",
    "plan.write",
    "session.search",
    "skill.read",
    "terminal.watch",
    "vision.look",
    "web.fetch",
    "web.search",
  ]);
});
