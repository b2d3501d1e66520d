// Puts a link in the place of a folder and the folder back, as fast as it can.
import { renameSync, symlinkSync, unlinkSync } from "node:fs";

const [path = "", target = ""] = process.argv.slice(2);
for (;;) {
  renameSync(path, `${path}-aside`);
  symlinkSync(target, path);
  unlinkSync(path);
  renameSync(`${path}-aside`, path);
}
