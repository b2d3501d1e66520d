/** For tests of programs that use the loop: the contract of a journal, and a way to gather events. */
export { collect } from "./collect.ts";
export { journalContract } from "./journal-contract.ts";
export type { ContractCase } from "./journal-contract.ts";
export type { JournalUnderTest } from "./journal-trial.ts";
export { controllerRules, firstMessage } from "./controller-rules.ts";
export type { ControllerRule } from "./controller-rules.ts";
