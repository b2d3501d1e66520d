import type { CommandContext, ProgramHandler } from "../command-context.ts";
import { operandsOf } from "../programs/options.ts";
import { foreignText } from "../scripts/judge-script.ts";
import { isKnown } from "../shell/unknown.ts";

const drops =
  /\b(drop|truncate)\s+(table|database|schema|view|materialized|index|user|role|column|keyspace|collection|type|function|procedure|trigger|sequence|extension|tablespace|owned)\b|^\s*truncate\b/i;
const changesAll = /\bdelete\s+from\b|\bupdate\s+[\w."`[\]]+(\s+\w+)?\s+set\b|\breplace\s+into\b/i;
const rights =
  /\balter\s+(table|database|role|user|system|schema)\b.*\b(drop|rename|owner|password|superuser)\b|\b(grant|revoke)\b.+\b(to|from)\b|\b(create|alter)\s+(user|role|login)\b|\bset\s+password\b/i;
/** Orders that make a client or a server run a program or use files. */
const reachesOut =
  /\b(to|from)\s+program\b|\binto\s+(out|dump)file\b|\bload_file\s*\(|\bxp_cmdshell\b|\bsys_(exec|eval)\b|\bload_extension\s*\(|(^|\n)\s*(\\!|\.shell|\.system|\.output\s*\||\\o\s*\||\\g\s*\|)/i;

/** Judges SQL: what deletes or changes for good, and what reaches out of the database. */
function judgeSql(sql: string, context: CommandContext): void {
  // Texts and comments say nothing about what a statement does.
  const text = sql.replace(/'(?:[^']|'')*'|--[^\n]*|\/\*[^]*?\*\//g, (each) =>
    each.startsWith("'") ? "''" : " ",
  );
  for (const statement of text.split(";")) {
    const line = statement.trim();
    if (/^\s*(explain(?!\s+analy)|describe|show)\b/i.test(line)) continue;
    const shown = line.slice(0, 80);
    if (drops.test(line)) context.ask("database.drop", `It deletes tables or databases: ${shown}`);
    else if (/\bdelete\s+from\b/i.test(line)) context.ask("database.delete", `It deletes rows: ${shown}`);
    else if (changesAll.test(line) && !/\bwhere\b(?!\s+(true|1\b|\(?\d+\s*=))/i.test(line))
      context.ask("database.update", `It changes every row: ${shown}`);
    else if (rights.test(line))
      context.ask("database.rights", `It changes the database or who may use it: ${shown}`);
  }
  if (reachesOut.test(sql))
    context.ask("database.reaches-out", "It makes the database run a program or use files.");
}

/** Clients that take SQL behind an option, as operands or as input. */
export const sqlClient: ProgramHandler = ({ name, args, stdin }, context) => {
  const texts: string[] = [];
  // Letters may stand together: `psql -tAc`, `mysql -Ne`.
  const option = /^(-[eqcQ]|--(execute|command|query|sql|eval|statement|cmd)|-cmd|-query|-sql)$/;
  const cluster = /^(psql|cqlsh|pgcli)$/.test(name)
    ? /^-[a-zA-Z]+c$/
    : /^(mysql|mariadb)$/.test(name)
      ? /^-[a-zA-Z]+e$/
      : undefined;
  for (const [index, word] of args.entries()) {
    const [, glued] =
      /^(?:--(?:execute|command|query|sql|eval|statement)=|-[ecqQ](?=[^]*\s))([^]*)$/.exec(word) ?? [];
    if (glued !== undefined) texts.push(glued);
    const next = args[index + 1];
    if (next === undefined) continue;
    if (option.test(word) || cluster?.test(word) === true) texts.push(next);
    if (/^(-f|--file|--init-file|-init)$/.test(word)) judgeFile(next, texts, context);
    if (/^(-o|--output|-L|--log-file)$/.test(word) && name === "psql") context.touch("write", next);
  }
  if (/^(sqlite3?|duckdb|bq|usql|influx|cypher-shell)$/.test(name))
    texts.push(...operandsOf(args).slice(/^(sqlite|duck)/.test(name) ? 1 : 0));
  if (stdin !== undefined) texts.push(stdin);
  for (const text of texts) {
    for (const [, file = ""] of text.matchAll(/(?:^|\n)\s*(?:\.read|\\ir?|source)\s+'?([^\s';]+)/g)) {
      const foreign = texts.length < 20 ? foreignText(file, context) : undefined;
      // The list grows while it is walked: what is taken in is judged as well.
      if (foreign !== undefined) texts.push(foreign);
    }
    judgeSql(text, context);
    if (/^\s*\uFFFF/.test(text) || (text === stdin && !isKnown(text)))
      context.ask("database.unknown", `What ${name} is told to do shows only when it runs.`);
  }
};

function judgeFile(file: string, texts: string[], context: CommandContext): void {
  context.touch("read", file);
  const path = context.resolve(file);
  const known = path === undefined ? undefined : context.state.files.get(path);
  const text = known ?? foreignText(file, context);
  if (text !== undefined) texts.push(text);
  else if (path === undefined || !path.startsWith(`${context.places.workspace}/`))
    context.ask("database.unknown", `It runs what ${file} says, which lies outside the workspace.`);
}

const mongoCode =
  /\b(drop\w*|delete(Many|One)|remove|findOneAndDelete|shutdownServer|renameCollection|updateMany|bulkWrite|createUser|updateUser|replaceOne|runCommand|adminCommand)\s*\(/;

export const mongo: ProgramHandler = ({ args, stdin }, context) => {
  const [found] = mongoCode.exec([...args, stdin ?? ""].join(" ")) ?? [];
  if (found !== undefined)
    context.ask("database.delete", `It deletes or changes what the database holds: ${found}…`);
};
