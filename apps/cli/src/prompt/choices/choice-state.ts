import type { Choice, Outcome, Question } from "../question.ts";
import type { Key } from "./key.ts";

/** A question while it stands. */
export interface ChoiceState {
  readonly question: Question;
  /** Those that are offered now. */
  readonly choices: readonly Choice[];
  /** Until it is awake no key but Ctrl-C does anything: what is typed was not meant for it. */
  readonly awake: boolean;
  /** The row that Enter takes; after the last choice comes the one for own words. */
  readonly at: number;
  /** Own words so far. */
  readonly text: string;
  /** Place in `text`, in UTF-16 units, never inside of a character. */
  readonly caret: number;
  /** The choice from which typing went to the own words. */
  readonly from?: number | undefined;
  /** A number under way, where choices are more than single keys. */
  readonly digits: string;
  /** Letters under way that may become the name of a choice. */
  readonly typed: string;
  /** Ids of the marked choices, where several can be. */
  readonly marked: ReadonlySet<string>;
  readonly outcome?: Outcome | undefined;
}

export function openQuestion(question: Question): ChoiceState {
  const choices = question.choices.filter(({ ifFolded }) => ifFolded !== true);
  // An unseen line takes every key: nobody would see that the first ones are missing.
  const awake = question.secret === true;
  const marked = new Set(choices.filter(({ marked: isMarked }) => isMarked).map(({ id }) => id));
  const state = {
    question,
    choices,
    awake,
    text: "",
    caret: 0,
    digits: "",
    typed: "",
    marked,
    outcome: undefined,
  };
  return { ...state, at: presetOf(question, choices) };
}

function presetOf({ preset }: Question, choices: readonly Choice[]): number {
  return Math.max(
    0,
    choices.findIndex(({ id }) => id === preset),
  );
}

/** Offers what shows the rest as well. The highlight stays where it is. */
export function withFolded(state: ChoiceState): ChoiceState {
  const { choices } = state.question;
  if (choices.length === state.choices.length) return state;
  const highlighted = state.choices[state.at];
  const at = highlighted === undefined ? choices.length : choices.indexOf(highlighted);
  const from =
    state.from === undefined
      ? undefined
      : choices.findIndex((each) => each === state.choices[state.from ?? 0]);
  return { ...state, choices, at, from, digits: "", typed: "" };
}

/** Whether the list ends with a row for own words. */
export function takesOwnWords({ choices, ownWords, several }: Question): boolean {
  if (several === true) return false;
  return ownWords !== undefined || choices.length === 0;
}

/** Whether the highlighted row is the one for own words. */
export function isTyping({ at, choices }: ChoiceState): boolean {
  return at === choices.length;
}

/** Whether choices have names that are typed; elsewhere the first letter begins own words. */
function hasLetters({ choices }: ChoiceState): boolean {
  return choices.some(({ key }) => key !== undefined);
}

/** What a key makes of a question. */
export function press(state: ChoiceState, key: Key): ChoiceState {
  if (state.outcome !== undefined || (!state.awake && key.type !== "interrupt")) return state;
  switch (key.type) {
    case "interrupt":
      return looksEmpty(state) ? end(state, { type: "interrupt" }) : withoutText(state);
    case "escape":
      return looksEmpty(state) ? end(state, { type: "skip" }) : withoutText(state);
    case "leave":
      return state.text === "" ? end(state, { type: "leave" }) : edit(state, key.type);
    case "enter":
      return take(state);
    case "up":
      return move(state, -1);
    case "down":
      return move(state, 1);
    case "text":
      if (state.question.several === true) return mark(state, key.text);
      return isTyping(state) ? insert(state, key.text) : letter(state, key.text);
    case "paste":
      return insert(unspelled(state), key.text.replace(/\r\n?/g, "\n").replace(/\n+$/, ""));
    case "home":
    case "end":
      if (!isTyping(state) || state.text === "")
        return goTo(state, key.type === "home" ? 0 : rowsOf(state) - 1);
      return edit(state, key.type);
    case "backspace":
      if (isTyping(state)) return state.text === "" ? back(state) : edit(state, key.type);
      return { ...unspelled(state), digits: state.digits.slice(0, -1) };
    default:
      return isTyping(state) ? edit(state, key.type) : unspelled(state);
  }
}

/** Nobody would see that an unseen line is empty again. */
function looksEmpty({ text, question }: ChoiceState): boolean {
  return text === "" || question.secret === true;
}

function end(state: ChoiceState, outcome: Outcome): ChoiceState {
  return { ...state, outcome };
}

function take(state: ChoiceState): ChoiceState {
  const { secret, allowEmpty, several } = state.question;
  if (several === true) return end(state, { type: "several", ids: markedIds(state) });
  const choice = state.choices[state.at];
  if (choice !== undefined) return choose(state, choice);
  const text = secret ? state.text : state.text.trim();
  return text === "" && allowEmpty !== true ? state : end(state, { type: "words", text });
}

/** In the order of the choices. */
function markedIds({ choices, marked }: ChoiceState): readonly string[] {
  return choices.map(({ id }) => id).filter((id) => marked.has(id));
}

/** Space marks the highlighted one or takes its mark away, `a` does so for all. */
function mark(state: ChoiceState, typed: string): ChoiceState {
  const { choices, at, marked } = state;
  if (typed === "k") return move(state, -1);
  if (typed === "j") return move(state, 1);
  if (typed === "a") {
    const isFull = choices.every(({ id }) => marked.has(id));
    return { ...state, marked: new Set(isFull ? [] : choices.map(({ id }) => id)) };
  }
  const id = choices[at]?.id;
  if (typed !== " " || id === undefined) return state;
  return {
    ...state,
    marked: new Set(marked.has(id) ? markedIds(state).filter((each) => each !== id) : [...marked, id]),
  };
}

function choose(state: ChoiceState, { id }: Choice): ChoiceState {
  return end(state, { type: "choice", id });
}

function rowsOf({ choices, question }: ChoiceState): number {
  return choices.length + (takesOwnWords(question) ? 1 : 0);
}

function goTo(state: ChoiceState, at: number): ChoiceState {
  return { ...state, at, digits: "", typed: "", from: undefined };
}

function move(state: ChoiceState, by: 1 | -1): ChoiceState {
  return goTo(state, (state.at + by + rowsOf(state)) % rowsOf(state));
}

function back(state: ChoiceState): ChoiceState {
  return state.from === undefined ? state : goTo(state, state.from);
}

function withoutText(state: ChoiceState): ChoiceState {
  return back({ ...state, text: "", caret: 0 });
}

/** A character while a choice is highlighted. */
function letter(state: ChoiceState, text: string): ChoiceState {
  if (hasLetters(state)) return spell(state, text);
  if (/^[0-9]$/.test(text)) {
    const numbered = digit(state, text);
    if (numbered) return numbered;
  }
  if (takesOwnWords(state.question))
    return text === " " && state.text + state.digits === "" ? state : insert(state, state.digits + text);
  // Only here can they not be the first letter of an answer.
  if (text === "k") return move(state, -1);
  return text === "j" ? move(state, 1) : { ...state, digits: "" };
}

/**
 * A character of what may be the name of a choice, which is highlighted meanwhile. Whatever is no such name never takes
 * one: it is the beginning of own words, or nothing.
 */
function spell(state: ChoiceState, text: string): ChoiceState {
  const { question, choices } = state;
  const typed = state.typed + text;
  const at = choices.findIndex((choice, index) =>
    namesOf(choice, index).some((name) => name.startsWith(typed.toLowerCase())),
  );
  if (at >= 0) return { ...state, at, typed };
  const rest = { ...state, at: presetOf(question, choices) };
  if (takesOwnWords(question)) return typed.trim() === "" ? state : insert(rest, typed);
  if (typed === "k") return move(state, -1);
  return typed === "j" ? move(state, 1) : { ...rest, typed };
}

/** Takes letters back that were typed, and what they highlighted. */
export function unspelled(state: ChoiceState): ChoiceState {
  if (state.typed === "") return state;
  return { ...state, typed: "", at: presetOf(state.question, state.choices) };
}

function namesOf({ key, words = [] }: Choice, index: number): readonly string[] {
  return [String(index + 1), ...(key === undefined ? [] : [key]), ...words];
}

/** What it means that nothing follows the letters so far: their choice, if they are its whole name. */
export function pause(state: ChoiceState): ChoiceState {
  const { typed, choices, outcome } = state;
  if (outcome !== undefined || typed === "") return state;
  const named = choices.find((choice, index) => namesOf(choice, index).includes(typed.toLowerCase()));
  return named ? choose(state, named) : { ...state, typed: "" };
}

/** Up to nine choices one digit takes; more are highlighted by their number. Undefined when there is no such choice. */
function digit(state: ChoiceState, typed: string): ChoiceState | undefined {
  const { choices } = state;
  if (choices.length <= 9) {
    const choice = choices[Number(typed) - 1];
    return choice && choose(state, choice);
  }
  for (const digits of [state.digits + typed, typed]) {
    const number = Number(digits);
    if (number >= 1 && number <= choices.length) return { ...state, at: number - 1, digits };
  }
  return undefined;
}

// oxlint-disable-next-line no-control-regex -- these are what is taken out
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

function insert(state: ChoiceState, raw: string): ChoiceState {
  if (!takesOwnWords(state.question)) return state;
  const text = raw.replaceAll("\t", state.question.secret ? "\t" : "  ").replace(controls, "");
  if (text === "") return state;
  return {
    ...state,
    at: state.choices.length,
    from: isTyping(state) ? state.from : state.at,
    digits: "",
    typed: "",
    text: state.text.slice(0, state.caret) + text + state.text.slice(state.caret),
    caret: state.caret + text.length,
  };
}

function edit(state: ChoiceState, key: Key["type"]): ChoiceState {
  const { text, caret } = state;
  const before = text.slice(0, caret);
  const after = text.slice(caret);
  switch (key) {
    case "left":
      return { ...state, caret: caret - lastOf(before).length };
    case "right":
      return { ...state, caret: caret + firstOf(after).length };
    case "home":
      return { ...state, caret: 0 };
    case "end":
      return { ...state, caret: text.length };
    case "backspace":
      return cut(state, before.slice(0, before.length - lastOf(before).length), after);
    case "delete":
    case "leave":
      return cut(state, before, after.slice(firstOf(after).length));
    case "delete-word":
      return cut(state, before.replace(/\S*\s*$/, ""), after);
    case "delete-line":
      return cut(state, "", after);
    default:
      return state;
  }
}

/** An own answer that is empty again goes back to the list. */
function cut(state: ChoiceState, before: string, after: string): ChoiceState {
  const rest = { ...state, text: before + after, caret: before.length };
  return rest.text === "" ? back(rest) : rest;
}

function firstOf(text: string): string {
  for (const { segment } of charactersOf(text)) return segment;
  return "";
}

/** No character that people type is longer than the piece looked at. */
function lastOf(text: string): string {
  return [...charactersOf(text.slice(-64))].at(-1)?.segment ?? "";
}

function charactersOf(text: string): Intl.Segments {
  return new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text);
}
