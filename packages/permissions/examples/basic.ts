import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createPermissions } from "@hermes/permissions";
import { defineTool } from "@hermes/registry";
import { z } from "zod";

const note = defineTool({
  name: "note_write",
  toolset: "notes",
  description: "Write a note.",
  input: z.object({ file: z.string(), text: z.string() }),
  action: { name: "notes.write", summary: "write a note" },
  argument: ({ file }) => ({ kind: "path", paths: [{ path: file, access: "write" }] }),
  execute: () => ({}),
});

const home = mkdtempSync(join(tmpdir(), "permissions-example-"));
const workspace = "/srv/project";

const permissions = createPermissions({
  places: { workspace, home, homedir: "/home/ada" },
  backend: { kind: "local", isolated: false },
  resolve: async (path) => resolve(workspace, path),
  rulesPath: join(home, "permissions.yaml"),
  section: { "file.write(/srv/data/**)": "allow", "notes.write(*.draft)": "deny" },
  tools: async () => new Map([[note.name, note]]),
});

// `permissions.guard` goes into `new ToolRegistry({ guard })`. Nothing is run or asked here.
for (const call of [
  "note_write(list.txt)",
  "note_write(/srv/data/a.csv)",
  "note_write(/etc/hosts)",
  "note_write(/home/ada/.ssh/id_ed25519)",
  "note_write(list.draft)",
  "git push --force",
]) {
  const { verdict, decidedBy, reason } = await permissions.explain(call);
  console.log(`${verdict.padEnd(5)} ${decidedBy.padEnd(10)} ${call}: ${reason}`);
}
