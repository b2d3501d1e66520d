import { exitCodes, type Host } from "../../host.ts";
import type { Questions } from "../../prompt/question.ts";
import { questionsOnTerminal } from "../../prompt/questions-on-terminal.ts";
import { cleanText } from "../../render/clean-text.ts";
import { wrap } from "../../render/wrap.ts";

/** What a person did who has no model. */
export type AfterOffer = { readonly type: "set-up" } | { readonly type: "end"; readonly code: number };

/** Nobody shall leave a first start without a model, or without having seen the main job. @throws The error where nobody can be asked. */
export async function offerSetup(error: Error, host: Host): Promise<AfterOffer> {
  const failed: AfterOffer = { type: "end", code: exitCodes.failed };
  if (!host.stdinIsTerminal) throw error;
  const choices = [
    { id: "setup", label: "Set it up now (hermes setup)", key: "s", words: ["setup"], typed: "[s]etup" },
    { id: "tour", label: "See the tour, which needs no model", key: "t", words: ["tour"], typed: "[t]our" },
    { id: "quit", label: "Quit", key: "q", words: ["quit"], typed: "[q]uit" },
  ];
  // The choices say what can be done about it.
  const said = (columns: number): readonly string[] =>
    wrap(cleanText(`hermes: ${error.message}`), { columns });
  const question = { question: "What now?", said, choices, preset: "setup", escape: "quits" };
  const outcome = await questionsOnTerminal(host).put(question, { signal: host.stopped });
  if (outcome.type === "interrupt") return { type: "end", code: exitCodes.interrupted };
  if (outcome.type !== "choice" || outcome.id === "quit") return failed;
  if (outcome.id === "tour")
    return { type: "end", code: await (await import("../../chat/play-tour.ts")).playTour(host) };
  const code = await (await import("./setup.ts")).setup(undefined, {}, host);
  return code === exitCodes.ok ? { type: "set-up" } : { type: "end", code };
}

/** Asked in a conversation whose key was refused before anything was answered. */
export async function wantsOtherKey(questions: Questions, signal: AbortSignal): Promise<boolean> {
  const choices = [
    {
      id: "setup",
      label: "Give another key now (hermes setup model)",
      key: "s",
      words: ["setup"],
      typed: "[s]etup",
    },
    { id: "stay", label: "Go on here", key: "g", words: ["go on"], typed: "[g]o on" },
  ];
  const question = { question: "What now?", choices, preset: "setup", escape: "goes on here" };
  const outcome = await questions.put(question, { signal });
  return outcome.type === "choice" && outcome.id === "setup";
}
