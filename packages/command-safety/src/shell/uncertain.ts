/** Whoever asks about what a text leaves uncertain. */
export interface Uncertain {
  /** A text that is no number and no plain name for sure stands where the shell reads one, and runs what is in it. */
  number(text: string): void;
  /** A variable is set by something else than a command. */
  names(name: string): void;
  /** A function is defined. */
  defines(name: string): void;
  /** Parts of the text run beside each other, or again. */
  unordered(): void;
}
