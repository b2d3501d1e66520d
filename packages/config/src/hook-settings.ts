/** A program that is told of an event. */
export interface HookSettings {
  /** Program and arguments; of a text, its words. */
  readonly command: string | readonly string[];
  /** Regular expression of whole names of tools. */
  readonly matcher?: string | undefined;
  /** Seconds. */
  readonly timeout?: number | undefined;
  readonly hosts?: readonly string[] | undefined;
  readonly write?: "workspace" | "nothing" | undefined;
  readonly on_failure?: "block" | "allow" | undefined;
}
