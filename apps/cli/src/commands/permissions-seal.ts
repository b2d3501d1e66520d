import { loadSettings } from "@hermes/config";
import { openRuntime } from "../chat/open-runtime.ts";
import { exitCodes, type Host } from "../host.ts";
import { confirm } from "../prompt/confirm.ts";
import { printJson, printLines, printRemark } from "../render/print.ts";
import { compactText } from "../render/visible-text.ts";

export interface SealFlags {
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes permissions seal`: what was changed beside Hermes. Fails when something of it goes on not to count. */
export async function seal({ yes, json }: SealFlags, host: Host): Promise<number> {
  const loaded = await loadSettings({ env: host.env });
  const onWarning = (message: string) => {
    printRemark(host, message);
  };
  await using runtime = openRuntime(host, { loaded, onWarning });
  const ground = await runtime.seal();
  const changes = await ground.changes();
  if (!json) {
    for (const { diff } of changes)
      printLines(
        host,
        diff.split("\n").map((line) => compactText(line)),
      );
    if (changes.length === 0) printLines(host, ["Rules and settings count as they are."]);
  }
  const agreed =
    changes.length > 0 &&
    (yes === true || (json !== true && (await confirm(host, { question: "Take this up?" }))));
  const taken = agreed ? await ground.accept(changes) : [];
  const paths = taken.map(({ path }) => path);
  if (json)
    printJson(host, { changes: changes.map((each) => ({ ...each, taken: paths.includes(each.path) })) });
  else for (const path of paths) printLines(host, [`${path} counts as it is now.`]);
  return taken.length === changes.length ? exitCodes.ok : exitCodes.failed;
}
