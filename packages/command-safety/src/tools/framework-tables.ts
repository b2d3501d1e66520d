import type { Desk } from "../desk.ts";
import { isKnown } from "../shell/unknown.ts";
import type { ActionTables } from "./action-rules.ts";

const drops = "It deletes or overwrites a database.";

/** Scripts that frameworks put into a project, with the actions that take data along. */
// oxfmt-ignore
export const frameworkTables: ActionTables = {
  "manage.py": { values: "settings database", rules: [["database.drop", drops, "flush|reset_db|sqlflush|dropdb|drop_*|reset|delete_*|clear_*|remove_stale_contenttypes|clearsessions|truncate*|wipe*|purge*|dbshell|loaddata", "migrate * zero", "db drop*|downgrade"], ["account.changed", "It changes who may sign in.", "changepassword|createsuperuser"]] },
  artisan: { rules: [["database.drop", drops, "migrate:fresh|migrate:reset|migrate:refresh|migrate:rollback|db:wipe|queue:flush|queue:clear", "db:seed +force"]] },
  console: { rules: [["database.drop", drops, "doctrine:database:drop|doctrine:schema:drop|doctrine:fixtures:load|doctrine:query:*|dbal:run-sql|d:d:d", "doctrine:schema:update +force"]] },
  rails: { rules: [["database.drop", drops, "db:drop*|db:reset*|db:purge*|db:schema:load|db:truncate_all|db:migrate:reset", "destroy"]] },
  rake: { rules: [["database.drop", drops, "db:drop*|db:reset*|db:purge*|db:schema:load|db:truncate_all"]] },
  spark: { rules: [["database.drop", drops, "migrate:refresh|migrate:rollback"]] },
  craft: { rules: [["database.drop", drops, "db/restore|db/drop*"]] },
  flask: { rules: [["database.drop", drops, "db downgrade", "drop*|reset*"]] },
  magento: { rules: [["database.drop", drops, "setup:uninstall|setup:rollback"]] },
  occ: { rules: [["database.drop", drops, "user:delete|files:cleanup|trashbin:cleanup|app:remove"]] },
};

/** What an application's own code does with its data: `User.delete_all`, `objects.all().delete()`. */
const changesData =
  /\b(delete_all|destroy_all|destroy!?|delete!?|delete_by|destroy_by|update_all|truncate|drop_table|forceDelete|bulk_delete|raw|execute|flushdb|flush)\b|\.(delete|truncate|update|drop|destroy)\(/;

const runsCode = /^(shell|shell_plus|runner|r|console|c|tinker|dbconsole)$/;

/** `rails runner`, `manage.py shell -c`, `artisan tinker`: code that runs within the application. */
export function judgeApplicationCode(
  language: string,
  args: readonly string[],
  stdin: string | undefined,
  desk: Desk,
): void {
  const at = args.findIndex((word) => runsCode.test(word));
  if (at === -1) return;
  const texts = args.slice(at + 1).map((word) => /^--(?:execute|command)=([^]*)$/.exec(word)?.[1] ?? word);
  for (const text of [...texts, stdin ?? ""]) {
    if (!isKnown(text)) desk.ask("code.unknown", "Which code it runs in the application shows only then.");
    if (/[\s(.]/.test(text)) desk.code(language, text);
    if (changesData.test(text))
      desk.ask(
        "database.change",
        `It runs code in the application that changes its data: ${text.slice(0, 80)}`,
      );
  }
}
