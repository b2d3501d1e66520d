/** One of the things that can be answered. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  /** What exactly it would do, such as the rule it would keep. */
  readonly detail?: string | undefined;
  /** The letter that stands for it. */
  readonly key?: string | undefined;
  /** What else can be typed for it, in small letters. */
  readonly words?: readonly string[] | undefined;
  /** How a terminal without lists names it, the letter in brackets: `[s]ession`. @default the label */
  readonly typed?: string | undefined;
  /** Offered only while a part of what the question is about is folded away. */
  readonly ifFolded?: boolean | undefined;
  /** Taking it is no answer: another form of the question comes in its place, such as one with the result of a trial. */
  readonly leadsTo?: (() => Question | Promise<Question>) | undefined;
  /** Of several: whether it is marked from the beginning. */
  readonly marked?: boolean | undefined;
  /** Of several: it makes no difference now, which `detail` says. */
  readonly dim?: boolean | undefined;
}

export interface TextSpace {
  readonly columns: number;
  /** Most lines; infinite where nothing is redrawn. */
  readonly rows: number;
}

/** Text as lines that fit, and whether some of it is left out of them. */
export interface FoldedText {
  readonly lines: readonly string[];
  readonly folded: boolean;
}

/** What a person is asked, whatever terminal they sit at. */
export interface Question {
  readonly question: string;
  /** What stands in front of a typed reply. @default the question */
  readonly prompt?: string | undefined;
  /** Lines before it that stay on the screen. */
  readonly said?: ((columns: number) => readonly string[]) | undefined;
  /** What it is about: stands between the question and its choices. */
  readonly about?: ((space: TextSpace) => FoldedText) | undefined;
  readonly choices: readonly Choice[];
  /** Any of the choices are marked; Enter takes the marked ones. Own words, letters and `leadsTo` are not for these. @default false */
  readonly several?: boolean | undefined;
  /** What Enter means before anything else is chosen. @default the first of a list; nothing for a typed reply */
  readonly preset?: string | undefined;
  /** Name of the row in which the person may write. Undefined: there is none, where there are choices. */
  readonly ownWords?: string | undefined;
  /** Whether nothing at all is an answer in own words. @default false */
  readonly allowEmpty?: boolean | undefined;
  /** Own words are shown nowhere, and not changed. @default false */
  readonly secret?: boolean | undefined;
  /** What Escape does, for the line below the list. @default "skips" */
  readonly escape?: string | undefined;
  /** What a typed reply means. @default the choice that it names, else `preset` */
  readonly replyOf?: ((typed: string) => Reply) | undefined;
  /** What stays of it on one line. @default question › answer */
  readonly settled?: ((outcome: Outcome | undefined) => SettledText) | undefined;
}

/** How a question ended. */
export type Outcome =
  | { readonly type: "choice"; readonly id: string }
  | { readonly type: "words"; readonly text: string }
  /** In the order of the choices. */
  | { readonly type: "several"; readonly ids: readonly string[] }
  /** Escape; Ctrl-C; Ctrl-D or a terminal that is gone. */
  | { readonly type: "skip" | "interrupt" | "leave" };

export type Reply = Outcome | { readonly type: "unclear"; readonly hint: string };

export interface SettledText {
  readonly sign: "✓" | "✗" | "–";
  readonly text: string;
}

/** Where a person is asked: on a list with arrow keys, or in lines with a typed reply. Questions that come together wait for each other. */
export interface Questions {
  /** Whether questions are lists: long ones can be looked through. */
  readonly drawsLists: boolean;
  /**
   * @throws the reason of the signal, untouched, when aborted.
   */
  put(question: Question, options: { readonly signal?: AbortSignal | undefined }): Promise<Outcome>;
}
