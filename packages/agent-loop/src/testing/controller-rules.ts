/** One case of the rule that every entry point follows while a turn runs; see `SessionController`. */
export interface ControllerRule {
  readonly name: string;
  /** Typed before anything runs. */
  readonly before: readonly string[];
  /** Typed while the first turn waits for its model, which answers afterwards. */
  readonly meanwhile: readonly string[];
  /** What the person's newest words are in each request that the model gets. */
  readonly asked: readonly string[];
  /** Whether the first turn is answered, or interrupted. */
  readonly first: "answered" | "interrupted";
}

/** The first message of each case. */
export const firstMessage = "Begin.";

/** Run against the controller itself, and by each entry point with what its people type. */
export const controllerRules: readonly ControllerRule[] = [
  {
    name: "a message that finds no tool result to ride on becomes the next one",
    before: [],
    meanwhile: ["use blue"],
    asked: [firstMessage, "use blue"],
    first: "answered",
  },
  {
    name: "in busy mode queue, messages are answered one after another",
    before: ["/busy queue"],
    meanwhile: ["one", "two"],
    asked: [firstMessage, "one", "two"],
    first: "answered",
  },
  {
    name: "in busy mode interrupt, a message ends the turn and is answered at once",
    before: ["/busy interrupt"],
    meanwhile: ["rather this"],
    asked: [firstMessage, "rather this"],
    first: "interrupted",
  },
  {
    name: "/queue waits whatever the busy mode is",
    before: ["/busy interrupt"],
    meanwhile: ["/queue later"],
    asked: [firstMessage, "later"],
    first: "answered",
  },
  {
    name: "/stop ends the turn and forgets what waits",
    before: ["/busy queue"],
    meanwhile: ["one", "/stop"],
    asked: [firstMessage],
    first: "interrupted",
  },
  {
    name: "a command that can't be done at once waits for the end of the turn",
    before: [],
    meanwhile: ["/new"],
    asked: [firstMessage],
    first: "answered",
  },
];
