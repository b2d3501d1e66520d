import type { Style } from "../render/style.ts";
import { oneLine } from "../render/fit.ts";
import type { Ask } from "./ask.ts";
import type { Choice, Question, Questions, Reply } from "./question.ts";

export interface PlainQuestionsOptions {
  readonly ask: Ask;
  readonly style: Style;
  readonly columns: () => number;
}

/** Questions as lines that stay, each with a typed reply: for a terminal that can't redraw, and for a screen reader. */
export function plainQuestions({ ask, style, columns }: PlainQuestionsOptions): Questions {
  return {
    drawsLists: false,
    async put(first, { signal }) {
      let question = first;
      let typed = await typedForm(question, { style, columns: columns() });
      let { intro } = typed;
      for (;;) {
        const { prompt, replyOf } = typed;
        // oxlint-disable-next-line no-await-in-loop -- asked again after a reply that was none
        const answer = await ask({ intro, prompt, secret: question.secret, signal });
        if (answer.type === "interrupt") return { type: "interrupt" };
        if (answer.type === "end") return { type: "leave" };
        const reply = replyOf(answer.text);
        if (reply.type === "unclear") {
          intro = [style.dim(`  ${reply.hint}`)];
          continue;
        }
        const next = reply.type === "choice" ? choiceOf(question, reply.id)?.leadsTo : undefined;
        if (next === undefined) return reply;
        // oxlint-disable-next-line no-await-in-loop
        question = await next();
        signal?.throwIfAborted();
        // oxlint-disable-next-line no-await-in-loop
        typed = await typedForm(question, { style, columns: columns() });
        ({ intro } = typed);
      }
    },
  };
}

interface TypedForm {
  readonly intro: readonly string[];
  readonly prompt: string;
  readonly replyOf: (typed: string) => Reply;
}

interface FormOptions {
  readonly style: Style;
  readonly columns: number;
}

/** How a question is put in lines: with letters where its choices have some, else with numbers. */
async function typedForm(question: Question, { style, columns }: FormOptions): Promise<TypedForm> {
  const said = question.said?.(columns) ?? [];
  const about = question.about?.({ columns: Math.min(columns, 200), rows: Infinity });
  const body = [...said, ...(about?.lines ?? [])];
  const choices = question.choices.filter(({ ifFolded }) => !ifFolded || about?.folded === true);
  if (question.several === true) return severalForm({ ...question, choices }, { style, body });
  if (choices.length > 0 && choices.every(({ key }) => key !== undefined))
    return lettersForm({ ...question, choices }, { style, body });
  if (choices.length === 0 && question.prompt !== undefined)
    return {
      intro: body,
      prompt: `${question.prompt} `,
      replyOf: (text) => ({ type: "words", text }),
    };
  return await numbersForm({ ...question, choices }, { style, body });
}

interface BodyOptions {
  readonly style: Style;
  readonly body: readonly string[];
}

/** `Delete it? [y]es / [N]o`: the choice that Enter means has a capital. */
function lettersForm(question: Question, { style, body }: BodyOptions): TypedForm {
  const { choices, preset, prompt } = question;
  const offered = choices.map(({ id, label, typed = label }) =>
    id === preset ? typed.replace(/\[(.)\]/, (_, letter: string) => `[${letter.toUpperCase()}]`) : typed,
  );
  const details = choices.flatMap(({ label, typed = label, detail }) =>
    detail === undefined ? [] : [style.dim(`  ${unbracketed(typed)}: ${oneLine(detail)}`)],
  );
  const heading = prompt === undefined ? [] : [style.yellow(`? ${oneLine(question.question)}`)];
  return {
    intro: [...heading, ...body, ...details],
    prompt: `${prompt ?? question.question} ${offered.join(" / ")} `,
    replyOf: question.replyOf ?? ((text) => namedChoice(text, question)),
  };
}

function namedChoice(text: string, { choices, preset }: Question): Reply {
  const typed = text.trim().toLowerCase();
  const chosen = choices.find(
    (choice) =>
      typed === choice.key ||
      (typed.length > 1 && unbracketed(choice.typed ?? choice.label).startsWith(typed)),
  );
  const id = chosen?.id ?? preset;
  return id === undefined ? { type: "leave" } : { type: "choice", id };
}

function unbracketed(form: string): string {
  return form.replaceAll(/[[\]]/g, "").toLowerCase();
}

/** The numbers that are typed take the place of what is marked; nothing keeps it. */
function severalForm({ question, choices }: Question, { style, body }: BodyOptions): TypedForm {
  const rows = choices.map(({ label, detail, marked, dim }, index) => {
    const line = oneLine(
      `${marked === true ? "[x]" : "[ ]"} ${index + 1}. ${detail === undefined ? label : `${label}: ${detail}`}`,
    );
    return dim === true ? style.dim(`  ${line}`) : `  ${line}`;
  });
  return {
    intro: [...body, style.cyan(`? ${oneLine(question)}`), ...rows],
    prompt: "  Numbers with commas, all, none, or Enter for those marked: ",
    replyOf(text) {
      const ids = numbered(text.normalize("NFKC").trim().toLowerCase(), choices);
      if (ids !== undefined) return { type: "several", ids };
      return { type: "unclear", hint: `Reply with numbers from 1 to ${choices.length}, all, or none.` };
    },
  };
}

function numbered(text: string, choices: readonly Choice[]): readonly string[] | undefined {
  if (text === "") return choices.filter(({ marked }) => marked).map(({ id }) => id);
  if (text === "all") return choices.map(({ id }) => id);
  if (text === "none") return [];
  const numbers = text.split(/[\s,]+/).filter((each) => each !== "");
  const chosen = new Set(numbers.map((number) => choices[Number(number) - 1]?.id));
  if (chosen.has(undefined)) return undefined;
  return choices.map(({ id }) => id).filter((id) => chosen.has(id));
}

async function numbersForm(question: Question, { style, body }: BodyOptions): Promise<TypedForm> {
  const { formatQuestion, howToReply, parseReply } = await import("@hermes/agent-loop");
  const asked = {
    question: question.question,
    choices: question.choices.map(({ label }) => label),
    allowFreetext: question.ownWords !== undefined,
  };
  const lines = formatQuestion(asked).split("\n").map(oneLine);
  return {
    intro: [...body, ...lines.map((line, index) => (index === 0 ? style.cyan(`? ${line}`) : `  ${line}`))],
    prompt: "  Your answer: ",
    replyOf(text) {
      const given = parseReply(text, asked);
      if (given === undefined) return { type: "unclear", hint: howToReply(asked) };
      if (!given.answered) return { type: "skip" };
      const chosen = question.choices.find(({ label }) => label === given.answer);
      return chosen ? { type: "choice", id: chosen.id } : { type: "words", text: given.answer };
    },
  };
}

function choiceOf({ choices }: Question, id: string): Choice | undefined {
  return choices.find((choice) => choice.id === id);
}
