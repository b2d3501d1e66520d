import type { ActionTables } from "./action-table.ts";

const drops = "It deletes or overwrites a database.";

/** Scripts that frameworks put into a project, with the actions that take data along. */
// oxfmt-ignore
export const frameworkTables: ActionTables = {
  "manage.py": { values: "settings database", rules: [["database.drop", drops, "flush|reset_db|sqlflush|dropdb|drop_*|reset|delete_*|clear_*|remove_stale_contenttypes|clearsessions|truncate*|wipe*|purge*|dbshell|loaddata", "migrate * zero", "db drop*|downgrade"], ["account.changed", "It changes who may sign in.", "changepassword|createsuperuser"], ["code.runs-program", "It runs code in the application.", "shell +c|command"]] },
  artisan: { rules: [["database.drop", drops, "migrate:fresh|migrate:reset|migrate:refresh|migrate:rollback|db:wipe|queue:flush|queue:clear", "tinker +execute"]] },
  console: { rules: [["database.drop", drops, "doctrine:database:drop|doctrine:schema:drop|doctrine:fixtures:load|doctrine:query:*|dbal:run-sql|d:d:d", "doctrine:schema:update +force"]] },
  rails: { rules: [["database.drop", drops, "db:drop*|db:reset*|db:purge*|db:schema:load|db:truncate_all|db:migrate:reset", "destroy"], ["code.runs-program", "It runs code in the application.", "runner|r"]] },
  rake: { rules: [["database.drop", drops, "db:drop*|db:reset*|db:purge*|db:schema:load|db:truncate_all"]] },
  spark: { rules: [["database.drop", drops, "migrate:refresh|migrate:rollback"]] },
  craft: { rules: [["database.drop", drops, "db/restore|db/drop*"]] },
  flask: { rules: [["database.drop", drops, "db downgrade", "drop*|reset*"]] },
  magento: { rules: [["database.drop", drops, "setup:uninstall|setup:rollback"]] },
  occ: { rules: [["database.drop", drops, "user:delete|files:cleanup|trashbin:cleanup|app:remove"]] },
};
