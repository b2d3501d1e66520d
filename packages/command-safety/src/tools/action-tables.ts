import type { ActionTables } from "./action-rules.ts";
import { cloudTables } from "./cloud-tables.ts";
import { frameworkTables } from "./framework-tables.ts";
import { packageTables } from "./package-tables.ts";
import { systemTables } from "./system-tables.ts";

/** Every program whose subcommands are known. */
export const actionTables: ActionTables = {
  ...cloudTables,
  ...packageTables,
  ...systemTables,
  podman: cloudTables["docker"] ?? { rules: [] },
  nerdctl: cloudTables["docker"] ?? { rules: [] },
  k: cloudTables["kubectl"] ?? { rules: [] },
  kubecolor: cloudTables["kubectl"] ?? { rules: [] },
  flask: frameworkTables["flask"] ?? { rules: [] },
};
