import type { Judge } from "../desk.ts";
import { hasOption, operandsOf, readOptions } from "../programs/options.ts";

const rewrites: Readonly<Record<string, RegExp>> = {
  hg: /^(strip|rollback|purge|histedit|revert|debugstrip|convert|censor|unbundle)$/,
  sl: /^(hide|strip|purge|histedit|revert|rollback)$/,
  jj: /^(abandon|restore|undo|op|operation|squash|rebase)$/,
  svn: /^(delete|del|remove|rm|revert|cleanup|propset|propdel|relocate)$/,
  bzr: /^(revert|uncommit|clean-tree|remove-branch)$/,
  fossil: /^(revert|purge|scrub|rebuild|close|sql)$/,
  p4: /^(obliterate|delete|revert|submit|unlock|verify|protect|counter|client|user|clean)$/,
  cvs: /^(remove|rm|admin|release)$/,
  darcs: /^(obliterate|revert|unrecord|clean)$/,
  pijul: /^(reset|unrecord)$/,
};

const sends: Readonly<Record<string, RegExp>> = {
  hg: /^(push|serve|email)$/,
  jj: /^git push\b/,
  svn: /^(commit|ci|import|copy|move)$/,
  bzr: /^(push|commit)$/,
  fossil: /^(sync|push|server)$/,
  darcs: /^(push|send)$/,
};

/** Version control other than git: what throws work away, rewrites what was recorded, or sends it to others. */
export const otherVersions: Judge = ({ name, args }, desk) => {
  const [action = "", next = ""] = operandsOf(args);
  const isLook = /^(log|show|list|diff|status)$/.test(next) || hasOption(args, "n", ["dry-run"]);
  if (rewrites[name]?.test(action) === true && !isLook)
    desk.ask("git.rewrite", `It throws work away or rewrites what was recorded: ${name} ${action}.`);
  else if (/^(update|checkout|co|up|goto)$/.test(action) && hasOption(args, "C", ["clean", "force"]))
    desk.ask("git.discard", `It throws away work that is not recorded: ${name} ${action}.`);
  else if (sends[name]?.test(action) === true || sends[name]?.test(`${action} ${next}`) === true)
    desk.ask("git.push", `It sends changes to others: ${name} ${action}.`);
  for (const word of args)
    if (/^--config=?.*(alias|hooks|extensions|editor|ssh)|^ui\.(ssh|editor)=|^hooks\.|^alias\./.test(word))
      desk.ask("git.program", `It makes ${name} run a program: ${word}.`);
};

/** `patch`: the file that it names is written; without one it follows the patch. */
export const patchFiles: Judge = ({ args }, desk) => {
  const { operands, options } = readOptions(args, {
    flags: "bcEefflNnRstTuvZ",
    values: "BdDFgioprVYz",
    longFlags: "backup dry-run force forward reverse silent quiet batch",
    longValues: "directory input output strip reject-file",
    anywhere: true,
  });
  if (options.has("dry-run")) return;
  const folder = options.get("d") ?? options.get("directory");
  if (folder !== undefined) desk.touch("write", folder);
  const target = options.get("o") ?? options.get("output") ?? operands[0];
  if (target !== undefined) desk.touch("write", target);
  const input = options.get("i") ?? options.get("input") ?? operands[1];
  if (input !== undefined) desk.touch("read", input);
};
