import { startRun } from "../start-run.ts";
import type { CallHandlers } from "./call.ts";

export const runCalls: CallHandlers<"startRun" | "listRuns" | "steerRun" | "stopRun"> = {
  startRun: async ({ body, ...rest }) => await startRun(body, { ...rest, entryPoint: "api" }),
  listRuns: async ({ home, sessions, caller }) => ({
    items: await sessions.visible(caller, home.runs.running()),
  }),
  async steerRun({ home, sessions, caller, params: { id }, body: { text } }) {
    await sessions.see(caller, id);
    return { steered: await home.runs.steer(id, text) };
  },
  async stopRun({ home, sessions, caller, params: { id } }) {
    await sessions.see(caller, id);
    return { stopped: await home.runs.stop(id) };
  },
};
