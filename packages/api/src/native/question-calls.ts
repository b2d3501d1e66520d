import { Answers, approvalInfo } from "../answers.ts";
import type { CallHandlers } from "./call.ts";

export const questionCalls: CallHandlers<
  "listApprovals" | "getApproval" | "answerApproval" | "listQuestions" | "answerQuestion"
> = {
  async listApprovals({ home, sessions, caller, query }) {
    const items = (await home.approvals.list(query)).map(approvalInfo);
    return { items: await sessions.visible(caller, items) };
  },
  getApproval: async ({ home, sessions, caller, params: { id } }) =>
    approvalInfo(await new Answers(home, sessions).getApproval(caller, id)),
  answerApproval: async ({ home, sessions, caller, params: { id }, body }) =>
    await new Answers(home, sessions).approve(caller, id, body),
  async listQuestions({ home, sessions, caller, query: { sessionId } }) {
    const open = home.runs.questions();
    const asked = open.filter((each) => sessionId === undefined || each.sessionId === sessionId);
    return { items: await sessions.visible(caller, asked) };
  },
  async answerQuestion({ home, sessions, caller, params: { id }, body: { answer } }) {
    await new Answers(home, sessions).answer(caller, id, answer);
    return { ok: true };
  },
};
