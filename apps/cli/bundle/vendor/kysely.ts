export { Kysely, SqliteDialect } from "kysely";
