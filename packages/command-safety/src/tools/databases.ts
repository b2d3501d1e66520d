import type { Call, Desk, Judge } from "../desk.ts";
import { operandsOf } from "../programs/options.ts";
import { foreignText } from "../scripts/judge-script.ts";
import { isKnown } from "../shell/unknown.ts";

/** Judges SQL: what deletes or changes for good, and what reaches out of the database. */
export function judgeSql(sql: string, desk: Desk): void {
  const text = maskSql(sql);
  for (const statement of text.split(";")) {
    const line = statement.trim();
    if (/^\s*(explain(?!\s+analy)|describe|show)\b/i.test(line)) continue;
    if (
      /\b(drop|truncate)\s+(table|database|schema|view|materialized|index|user|role|column|keyspace|collection|type|function|procedure|trigger|sequence|extension|tablespace|owned|stream|stage|warehouse|\w+\s*($|,|cascade))/i.test(
        line,
      ) ||
      /^\s*truncate\b/i.test(line)
    )
      desk.ask("database.drop", `It deletes tables or databases: ${line.slice(0, 80)}`);
    else if (/\bdelete\s+from\b/i.test(line) && (!/\bwhere\b/i.test(line) || isAlwaysTrue(line)))
      desk.ask("database.delete", `It deletes every row: ${line.slice(0, 80)}`);
    else if (
      /\bupdate\s+[\w."`[\]]+(\s+\w+)?\s+set\b/i.test(line) &&
      (!/\bwhere\b/i.test(line) || isAlwaysTrue(line))
    )
      desk.ask("database.update", `It changes every row: ${line.slice(0, 80)}`);
    else if (
      /^\s*alter\s+table\b.*\b(delete|update)\b|\b(detach\s+)?delete\b(?!\s+from)|^\s*(use\s+\w+\s+)?match\b.*\b(delete|remove|set)\b/i.test(
        line,
      ) &&
      !/\bon\s+delete\b|\bcreate\b|\bselect\b/i.test(line)
    )
      desk.ask("database.delete", `It deletes or changes rows: ${line.slice(0, 80)}`);
    else if (/\b(delete\s+from|replace\s+into)\b/i.test(line))
      desk.ask("database.delete", `It deletes rows: ${line.slice(0, 80)}`);
    else if (
      /\balter\s+(table|database|role|user|system|schema)\b.*\b(drop|rename|owner|password|superuser|identified|set|disable)\b|\b(grant|revoke)\b.+\b(to|from)\b|\b(create|alter|drop)\s+(user|role|login)\b|\bset\s+password\b|\bflush\s+(privileges|tables)|\breset\s+(master|slave|replica)\b|\bpurge\s+(binary|master)\b|\bvacuum\s+full\b|\bshutdown\b/i.test(
        line,
      )
    )
      desk.ask("database.rights", `It changes the database or who may use it: ${line.slice(0, 80)}`);
    if (
      /\bcopy\b.*\b(to|from)\s+program\b|\binto\s+(out|dump)file\b|\bload_file\s*\(|\bxp_cmdshell\b|\bsys_(exec|eval)\b|\blo_(export|import)\b|\bpg_(read_file|read_binary_file|ls_dir|terminate_backend|cancel_backend|execute_server_program)\b|\bload_extension\s*\(|\bcreate\s+(or\s+replace\s+)?function\b.*\blanguage\b|\battach\s+database\b.*\/|\bpg_sleep\b|\bcreate\s+extension\b.*\b(pl\w+u|dblink|file_fdw|postgres_fdw|adminpack)\b|\bwritefile\s*\(|\breadfile\s*\(|\bedit\s*\(/i.test(
        line,
      ) ||
      /\bcopy\b.*\b(to|from)\s+''/i.test(line)
    )
      desk.ask(
        "database.reaches-out",
        `It makes the database run a program or use files: ${line.slice(0, 80)}`,
      );
  }
  for (const [, command] of sql.matchAll(
    /(?:^|[\n;]|\bo\s+)\s*(?:\\!|\.shell|\.system|\bsystem\b|!|\\o\s*\||\\g\s*\||\.output\s*\||\.once\s*\||\\copy\b.*\bprogram\b|\\\.)\s*'?([^\n']*)/gi,
  )) {
    if (command === undefined) continue;
    if (command.trim() !== "") desk.script(command.trim());
    desk.ask("database.reaches-out", `It makes the database client run "${command.trim()}".`);
  }
  const [, file] =
    /(?:^|\n)\s*\.(?:output|once|backup|save|import|read|restore|log|excel|cd|open)\s+["']?([/~][^\s"']+)/.exec(
      sql,
    ) ?? [];
  if (file !== undefined) desk.touch("write", file);
  if (/(?:^|\n)\s*\.(restore|load)\b/.test(sql))
    desk.ask("database.reaches-out", "It overwrites the database or loads a library into it.");
}

function isAlwaysTrue(line: string): boolean {
  return (
    /\bwhere\s+(true|1|\(?\s*(\d+)\s*=\s*\2\s*\)?|1\s*=\s*1|''\s*=\s*'')\s*(--|$|or\b)/i.test(line) ||
    /\bor\s+(true|1\s*=\s*1)/i.test(line)
  );
}

/** Texts and comments say nothing about what a statement does. */
function maskSql(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'|--[^\n]*|\/\*[^]*?\*\//g, (text) => (text.startsWith("'") ? "''" : " "));
}

/** Clients that take SQL behind an option, as operands or as input. */
export const sqlClient: Judge = (call, desk) => {
  const { name, args, stdin } = call;
  const texts: string[] = [];
  const option = /^(-[eqcQ]|--(execute|command|query|sql|eval|statement|cmd)|-cmd|-query|-sql)$/;
  // Letters may stand together: `psql -tAc`, `mysql -Ne`.
  const letter = /^(psql|cqlsh|pgcli)$/.test(name) ? "c" : "e";
  const cluster = /^(psql|mysql|mariadb|pgcli|mycli)$/.test(name)
    ? new RegExp(`^-[a-zA-Z]+${letter}$`)
    : undefined;
  const glued = /^(?:--(?:execute|command|query|sql|eval|statement)=|-[ecqQ](?=[^\s-]))([^]*)$/;
  for (const [index, word] of args.entries()) {
    const [, value] = glued.exec(word) ?? [];
    if (
      value !== undefined &&
      !/^-[ec]\w*$/.test(word.slice(0, 1) === "-" && !value.includes(" ") ? word : "")
    )
      texts.push(value);
    const next = args[index + 1];
    if ((option.test(word) || cluster?.test(word) === true) && next !== undefined) texts.push(next);
    if (/^(-o|--output)$/.test(word) && next !== undefined && /^\s*\|/.test(next)) {
      desk.script(next.replace(/^\s*\|/, ""));
      desk.ask("database.reaches-out", `It hands its output to "${next}".`);
    }
    if (/^(-f|--file|--init-file|-init)$/.test(word) && next !== undefined) {
      desk.touch("read", next);
      if (/(^|[/_.-])(drop|delete|wipe|reset|truncate|teardown|purge|destroy|clean)/i.test(next))
        desk.ask("database.drop", `Its file speaks of deleting: ${next}.`);
      const path = desk.resolve(next);
      const known = path === undefined ? undefined : desk.state.files.get(path);
      const foreign = foreignText(next, desk);
      if (foreign !== undefined) texts.push(foreign);
      if (known !== undefined && isKnown(known)) texts.push(known);
      else if (known !== undefined || path === undefined || !path.startsWith(`${desk.places.workspace}/`))
        desk.ask("database.unknown", `It runs what ${next} says, which lies outside the workspace.`);
    }
    if (/^(-o|--output|-L|--log-file|--tee)$/.test(word) && next !== undefined && name === "psql")
      desk.touch("write", next);
    if (/^(--pager)/.test(word)) desk.ask("code.runs-program", `It makes ${name} run ${word}.`);
  }
  if (/^(sqlite3?|duckdb|bq|sqlplus|usql|influx|cypher-shell|trino|presto|beeline|snowsql)$/.test(name))
    texts.push(...operandsOf(args).slice(/^(sqlite|duck)/.test(name) ? 1 : 0));
  if (stdin !== undefined) {
    if (isKnown(stdin)) texts.push(stdin);
    else desk.ask("database.unknown", `What ${name} is told to do shows only when it runs.`);
  }
  const included = new Set<string>();
  for (const text of texts) {
    for (const [, file = ""] of text.matchAll(/(?:^|\n)\s*(?:\.read|\\ir?|source)\s+'?([^\s';]+)/g)) {
      const foreign = included.has(file) ? undefined : foreignText(file, desk);
      included.add(file);
      // The list grows while it is walked: what is taken in is judged as well.
      if (foreign !== undefined) texts.push(foreign);
    }
    if (isKnown(text)) judgeSql(text, desk);
    else {
      judgeSql(text, desk);
      if (/^\s*\uFFFF/.test(text))
        desk.ask("database.unknown", `What ${name} is told to do shows only when it runs.`);
    }
  }
};

const redisActions =
  /^(flushall|flushdb|del|unlink|shutdown|debug|config|script|eval|evalsha|slaveof|replicaof|migrate|restore|rename|cluster|acl|module|failover|swapdb|bgrewriteaof|expire|expireat|getdel|function|client|set|hdel|ltrim|spop)$/i;

export const redis: Judge = ({ args, stdin }, desk) => {
  const words = args.filter(
    (word, index) =>
      !word.startsWith("-") &&
      !/^(-[hpanusirc]|--(user|pass|askpass|uri|tls|cacert|cert|key|pattern|sni))$/.test(
        args[index - 1] ?? "",
      ),
  );
  if (args.includes("--eval")) desk.ask("database.delete", "It runs a script within redis.");
  const [action = "", next = ""] = words;
  const reads =
    /^(config|client|cluster|script|acl|module|debug)$/i.test(action) &&
    /^(get|list|info|nodes|slots|exists|whoami|getname|id|users|cat|help|show)$/i.test(next);
  if (!isKnown(action) || (redisActions.test(action) && !reads && !/^set$/i.test(action)))
    desk.ask("database.delete", `It deletes or changes what redis holds: ${words.join(" ")}.`);
  for (const line of (stdin ?? "").split("\n"))
    if (redisActions.test(line.trim().split(/\s+/)[0] ?? "") || !isKnown(line))
      desk.ask("database.delete", "It deletes or changes what redis holds.");
};

const mongoCode =
  /\b(drop(Database|Collection|Index\w*|User|Role|AllUsers\w*)?|deleteMany|deleteOne|remove|findOneAndDelete|shutdownServer|renameCollection|updateMany|bulkWrite|createUser|updateUser|grantRoles\w*|fsyncLock|killOp|replSetReconfig|copyDatabase|replaceOne|runCommand|adminCommand)\s*\(/;

export const mongo: Judge = ({ name, args, stdin }, desk) => {
  const text = [...args, stdin ?? ""].join(" ");
  if (mongoCode.test(text))
    desk.ask(
      "database.delete",
      `It deletes or changes what the database holds: ${mongoCode.exec(text)?.[0] ?? ""}…`,
    );
  if (/\b(run|runProgram|load|execSync|child_process|require)\s*\(/.test(text))
    desk.ask("code.runs-program", "It makes the database client run a program.");
  if (stdin !== undefined && !isKnown(stdin))
    desk.ask("database.unknown", `What ${name} is told to do shows only when it runs.`);
  if (name === "mongorestore" || /--drop\b/.test(text))
    desk.ask("database.drop", "It overwrites the database.");
};

/** Programs that only exist to delete or overwrite a database. */
export const databaseProgram: Judge = (call: Call, desk) => {
  const { name, args } = call;
  const text = args.join(" ");
  const always =
    /^(dropdb|dropuser|createuser|pg_resetwal|mysql_install_db|reindexdb|mysql_secure_installation|pg_dropcluster)$/.test(
      name,
    );
  const sometimes: Readonly<Record<string, RegExp>> = {
    pg_restore: /--clean|(^| )-\w*[cd]/,
    mysqladmin: /\b(drop|shutdown|flush|kill|password|reload|refresh|create|stop-\w+)\b/,
    pg_ctl: /\b(stop|restart|promote|kill|reload|init)\b/,
    pg_ctlcluster: /\b(stop|restart|reload)\b/,
    influx:
      /\b(delete|bucket delete|org delete|user delete|restore)\b|drop|(auth|user|org|bucket|task|stack|v1) (delete|create|update|inactive)/i,
    cqlsh: /\b(drop|truncate)\b/i,
    nodetool: /\b(decommission|removenode|drain|assassinate|clearsnapshot|stop\w*|truncatehints|move)\b/,
    "kafka-topics": /--delete|--alter/,
    "kafka-topics.sh": /--delete|--alter/,
    "kafka-consumer-groups": /--delete|--reset-offsets/,
    "kafka-consumer-groups.sh": /--delete|--reset-offsets/,
    "kafka-delete-records.sh": /./,
    rpk: /\b(topic|group|cluster|acl) (delete|trim-prefix|config set)/,
    alembic: /\b(downgrade|stamp)\b/,
    flyway: /\b(clean|undo|repair|baseline)\b/,
    liquibase: /\b(drop-?all|rollback\S*|clear-?checksums|dropAll)\b/i,
    prisma: /migrate reset|db push.*(--force-reset|--accept-data-loss)|db execute|migrate deploy/,
    sequelize: /db:drop|undo:all/,
    "sequelize-cli": /db:drop|undo:all/,
    typeorm: /schema:drop/,
    knex: /rollback.*--all/,
    dbmate: /\b(drop|rollback|down)\b/,
    goose: /\b(reset|down|down-to)\b/,
    migrate: /\b(drop|down|force)\b/,
    atlas: /schema (clean|apply)/,
    sqitch: /\b(revert|rebase)\b/,
    surreal: /\b(import|sql)\b/,
    "clickhouse-client": /never/,
    elasticdump: /--output/,
    curator_cli: /delete/,
    "neo4j-admin": /\b(load|delete|restore|import)\b/,
    rethinkdb: /\brestore\b|--force/,
    couchbase: /delete|flush/,
    "couchbase-cli": /delete|flush|remove|reset/,
    cockroach: /\b(sql|decommission|quit|drain)\b.*(drop|truncate|decommission|quit|drain)/i,
    wp: /\b(db (drop|reset|clean|import|query)|site (empty|delete)|\w+ delete|plugin (uninstall|delete)|user (create|update|reset-password)|search-replace(?!.*--dry-run)|core (update|download)|eval\S*)/,
    drush:
      /sql-(drop|query|sync|cli)|sql:(drop|query|sync)|site-install|si\b|pm:uninstall|user:password|php:eval|ev\b/,
    artisan: /./,
    bench: /drop-site|reinstall|restore|destroy/,
  };
  const pattern = Object.hasOwn(sometimes, name) ? sometimes[name] : undefined;
  if (always || pattern?.test(text) === true)
    desk.ask("database.drop", `It deletes or overwrites a database: ${name} ${text}.`);
};
