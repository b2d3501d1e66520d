import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createPermissions } from "@hermes/permissions";

const home = mkdtempSync(join(tmpdir(), "permissions-example-"));
const workspace = "/srv/project";

const permissions = createPermissions({
  places: { workspace, home, homedir: "/home/ada" },
  backend: { kind: "local", isolated: false },
  resolve: async (path) => resolve(workspace, path),
  rulesPath: join(home, "permissions.yaml"),
  section: { "write_file(/srv/data/**)": "allow", "browser.*": "deny" },
});

// `permissions.guard` goes into `new ToolRegistry({ guard })`. Nothing is run or asked here.
for (const call of [
  "write_file(notes.txt)",
  "write_file(/srv/data/a.csv)",
  "write_file(/etc/hosts)",
  "read_file(/home/ada/.ssh/id_ed25519)",
  'browser_click {"ref":"e3"}',
]) {
  const { verdict, decidedBy, reason } = await permissions.explain(call);
  console.log(`${verdict.padEnd(5)} ${decidedBy.padEnd(10)} ${call}: ${reason}`);
}
