import { library } from "@hermes/tooling/tsup";

export default library({ entry: ["src/index.ts", "src/store/cron-tables.ts", "src/tool/cronjob-tools.ts"] });
