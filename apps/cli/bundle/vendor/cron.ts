export { nextRuns, parseSchedule } from "@hermes/cron";
