import type { Frame, Size } from "./picture.ts";

/** A question in the place of the input line, until it is answered. */
export interface QuestionView {
  /** Drawn anew after every key and change of size. */
  frame(size: Size): Frame;
  /** One key as the terminal sends it, or a whole paste between its marks. */
  press(sequence: string): void;
  /** What stays of it in the scrollback once it is answered or withdrawn. */
  settled(columns: number): readonly string[];
}

/** Where questions are put: one after another, whoever asks. */
export interface QuestionPlace {
  readonly size: Size;
  /**
   * Shows a view until its `answered` settles, or the signal is aborted; then settles it. The terminal being gone aborts too.
   *
   * @param open Called when it is this question's turn.
   * @throws the reason of `signal`, untouched.
   */
  put<Answer>(open: (redraw: () => void) => OpenQuestion<Answer>, signal: AbortSignal): Promise<Answer>;
  /** Lines above the question, such as a diff, that stay in the scrollback. */
  note(lines: readonly string[]): void;
}

export interface OpenQuestion<Answer> {
  readonly view: QuestionView;
  readonly answered: Promise<Answer>;
}
