import { expect, test } from "vitest";
import * as cron from "../src/index.ts";

test("the package exports what outsiders rely on", () => {
  expect(Object.keys(cron)).toEqual(
    expect.arrayContaining([
      ...["createCronJobs", "createHeartbeats", "createScheduler", "cronTables", "describeSchedule"],
      ...["dueTimes", "nextRuns", "nextTime", "parseSchedule", "slotKey", "sqliteCronStore"],
    ]),
  );
});
