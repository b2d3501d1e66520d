// What a dictionary does not say about words in notes. Every list is words apart by a space, every line a group.

/** Forms that no rule gives, after the word they belong to. */
export const irregularForms: readonly string[] =
  `keep kept|write wrote written|take took taken|give gave given|break broke broken|go goes went gone|get got gotten|hold held
  |find found|build built|send sent|make made|say said|tell told|know knew known|speak spoke spoken|choose chose chosen
  |begin began begun|run ran|drive drove driven|eat ate eaten|drink drank drunk|read|buy bought|sell sold|bring brought
  |think thought|teach taught|leave left|lose lost|pay paid|meet met|grow grew grown|wear wore worn|sleep slept|fall fell fallen
  |feel felt|freeze froze frozen|hide hid hidden|show shown|see saw seen|spend spent|stand stood|steal stole stolen|win won
  |understand understood|forget forgot forgotten|swim swam swum|sing sang sung|ride rode ridden|rise rose risen|wake woke woken
  |have has had having|be is are was were been being am|do does did done|child children|person people persons|man men|woman women|lead led|become became|lie lay lain lies
  |tooth teeth|foot feet|wife wives|feed fed|do done|fly flies flew flown|draw drew drawn|throw threw thrown|catch caught|bind bound
  |hang hung|ring rang rung|sit sat|shoot shot|stick stuck|deal dealt|lend lent|light lit|mouse mice|knife knives|half halves|good better best|bad worse worst|far further`
    .split("|")
    .map((line) => line.trim());

/** Words that say the same in a note, beyond those of the table. */
export const sameInNotes: readonly string[] = [
  "short brief concise terse succinct compact",
  "long lengthy verbose detailed",
  "deploy release ship publish rollout",
  "repository repo codebase",
  "folder directory dir",
  "database db",
  "config configuration setting configure",
  "environment env",
  "admin administrator administration",
  "app application",
  "pr mr",
  "machine computer laptop workstation pc",
  "server host machine",
  "every each all any whenever everywhere everything always",
  "right permission privilege access",
  "learn study",
  "explain explanation describe description",
  "fear afraid scare scared",
  "mail email",
  "ide editor",
  "package dependency library lib module",
  "document doc docs documentation",
  "ask question query consult confirm confirmation permission approval check verify",
  "approve approval permission permit allow",
  "job occupation profession role",
  "birthday born",
  "wife husband spouse",
  "mother mom mum",
  "father dad",
  "phone telephone mobile smartphone",
  "limit maximum max cap",
  "minimum min",
  "highest top",
  "format style",
  "kind type sort",
  "name title",
  "write say",
  "employee hire",
  "default standard",
  "theme mode scheme",
  "production prod",
  "ci pipeline",
  "ticket issue",
  "invoice bill",
  "colleague coworker teammate",
  "boss manager supervisor manage",
  "kubernetes k8s",
  "postgres postgresql",
  "javascript js",
  "typescript ts",
  "delete remove erase drop",
  "auth authenticate authentication login signin",
  "semver semantic",
  "small little minor tiny",
  "flat apartment",
  "garbage trash rubbish waste",
  "lift elevator",
  "fast quick rapid speedy",
  "january jan",
  "february feb",
  "april apr",
  "august aug",
  "september sep sept",
  "october oct",
  "november nov",
  "december dec",
  "monday mon",
  "tuesday tue tues",
  "wednesday wed",
  "thursday thu thurs",
  "friday fri",
  "saturday sat",
  "sunday sun",
  "euro eur",
  "dollar usd",
  "pound gbp",
  "weekday workday",
  "lead leader head",
  "directly straight immediately",
  "until till",
  "expire end",
  "temp temporary",
  "bike bicycle cycle",
  "employee staff personnel",
  "lesson class course",
  "medicine medication drug pill tablet",
  "hurt pain ache painful",
  "asleep sleep bed bedtime",
  "cite citation source reference",
  "summary summarize recap overview",
  "emoji emoticon smiley",
  "link url",
  "screen display monitor",
  "alert notify notification",
  "train rail railway",
  "trip travel journey",
  "shop buy purchase",
  "credentials creds",
  "exception error",
  "lint linter eslint",
  "frontend ui",
  "field column",
  "retro retrospective",
  "meet meeting appointment call",
  "calendar schedule agenda",
  "university college",
  "fluent fluency",
  "talk speak conversation",
  "listen hear",
  "eat food meal consume cuisine",
  "font typeface",
  "bullet point",
  "polite courteous politeness",
  "joke humor funny",
  "vehicle car automobile",
  "decommission shut retire",
  "wifi wlan",
  "message chat",
  "doctor medical",
  "dentist dental",
  "house home",
  "garden yard",
  "quiet silent silence",
  "receive get receipt",
  "limit restrict cap",
  "automatic automate automation",
  "team crew group",
  "avoid refrain",
];

/** Never the same in a note, whatever the table says. */
export const otherInNotes: readonly string[] = [
  "buy steal",
  "fix set",
  "part start",
  "pass walk",
  "build progress",
  "name identify",
  "dog tail",
];

/** Words that say how a note is said, by what they do: one too many of them says nothing else. */
export const lightWords: Readonly<Record<string, string>> = {
  // Two notes that want, own and need the same thing say different things.
  want: "prefer preference like want love enjoy wish favorite favour fond favor choose choice appreciate welcome rather best",
  own: "have own hold possess belong owner responsible responsibility",
  need: "need require demand necessary mandatory obligatory compulsory must due deadline",
  // What runs may swim.
  act: "run work launch execute perform carry call serve act function post deliver mean write show display say see look tell allow permit wear",
  // What is said of the length of a thing is not said of its review.
  attribute: "length size number amount format style level name title",
  // A word of this kind that stands where the other note has one of its own says something else.
  thing:
    "system tool kind type sort way time thing item person people page os main default simple new issue order stack choice base " +
    "most max min maximum minimum old aged age do",
  place: "store keep live locate find save sit reside stay put situate place host lie",
  any:
    "use utilise employ rely operate set setup make happen take occur exist become remain come go get give receive every each all any " +
    "always whole entire everything everywhere everyone please planned there",
};

/** A text says as much without them. */
export const emptyWords: string =
  "= the a an of is are was were be been being am do does did will would should can could may might shall " +
  "it its itself this that these those there here their theirs his her hers him he she they them i me my mine you your yours we our us " +
  "ours who whom whose whoever which what where how why user really very just also both so too usually generally normally typically " +
  "currently now still already quite rather such own as by with at in on for about and or but then when while if up out via per within inside " +
  "during because since plus mr mrs ms dr already yet even ones together around approximately roughly circa";

/** What stands behind them has a part: two notes that give the same word opposite parts say different things. */
export const directions: Readonly<Record<string, string>> = {
  over: "than",
  than: "than",
  before: "before",
  earlier: "before",
  after: "after",
  following: "after",
  later: "after",
  since: "since",
  from: "from",
  to: "to",
  into: "to",
  towards: "to",
  unless: "unless",
  until: "before",
  till: "before",
  above: "above",
  exceeding: "above",
  below: "below",
  by: "by",
  not: "not",
  no: "not",
  never: "not",
  without: "not",
  nor: "not",
  except: "not",
  cannot: "not",
  none: "not",
  nothing: "not",
  nobody: "not",
  neither: "not",
  nicht: "not",
  kein: "not",
  keine: "not",
  keinen: "not",
  nie: "not",
  ohne: "not",
};

/** Directions of which only one holds of the same thing. */
export const againstDirections: Readonly<Record<string, readonly string[]>> = {
  before: ["after", "since", "from"],
  after: ["before"],
  since: ["before"],
  from: ["to", "before"],
  to: ["from"],
  above: ["below"],
  below: ["above"],
};

/** Directions without which a note says something else. */
export const neededDirections = "unless before";

/** "dislikes" is "not likes". */
export const hiddenNots: Readonly<Record<string, string>> = {
  dislike: "like",
  hate: "like",
  loathe: "like",
  refuse: "like",
  annoy: "like",
  forbid: "allow",
  forbidden: "allow",
  prohibit: "allow",
  ban: "allow",
  disallow: "allow",
  disable: "enable",
  lack: "have",
  avoid: "use",
  skip: "use",
};

/** Of two such words only one holds, beyond those of the table. */
export const opposites: readonly string[] = [
  "dark light bright",
  "tab space",
  "begin end stop",
  "start end stop quit",
  "formal informal casual",
  "upper lower",
  "strict loose lenient",
  "local remote",
  "metric imperial",
  "meat vegetarian vegan",
  "optional mandatory required",
  "uphill downhill",
  "upload download",
  "read write",
  "own rent",
  "highest lowest",
  "max min",
];

/** Words for what changes how things stand: to have a thing is not to have sold it. */
export const turningWords: string =
  "stop quit end finish cancel leave lose fail miss remove delete forget break close sell return replace move change decline reject " +
  "start begin divorce retire expire suspend drop postpone delay consider plan try attempt hope think doubt sell rent lend borrow steal sue " +
  "former previous next new old attack";

/** Values of one kind: of the same thing only one of them holds. None is ever one word too many. */
export const alternatives: readonly string[] = [
  "morning evening afternoon noon midnight night",
  "monday tuesday wednesday thursday friday saturday sunday weekend weekday",
  "january february march april may june july august september october november december",
  "spring summer autumn winter easter christmas",
  "german english french spanish italian dutch polish portuguese japanese chinese korean russian turkish arabic indian thai",
  "staging production development",
  "second minute hour day week month quarter year",
  "single double",
  "red green blue yellow orange purple black white grey brown pink",
  "vim emacs nano vscode neovim zed helix",
  "npm pnpm yarn bun",
  "mac linux windows macos debian ubuntu fedora",
  "postgres mysql sqlite mariadb mongodb",
  "python java javascript typescript rust go kotlin scala ruby perl php swift",
  "rebase merge squash",
  "markdown html pdf json yaml toml csv",
  "wife husband son daughter brother sister mother father uncle aunt grandmother grandfather boss neighbor",
  "gb mb kb tb",
  "kg g mg",
  "km m cm",
  "euro dollar pound",
  "only",
];

/** Said in several words; replaced before a text is taken apart. */
export const phrases: readonly (readonly [phrase: string, word: string])[] = [
  ["pull requests?", "pr"],
  ["merge requests?", "pr"],
  ["time zone", "timezone"],
  ["code base", "codebase"],
  ["roll(?:ed|s)? out", "deploy"],
  ["(?:go|goes) (?:out|live)", "happens"],
  ["(?:is |are )?(?:based|located) in", "lives in"],
  ["fond of|keen on", "like"],
  ["instead of|rather than|as opposed to|in place of", "than"],
  ["most of the time|for the most part|mostly", "usually"],
  ["(?:(?:must|may|can|should|will|do(?:es)?) )?not exceed", "max"],
  ["at (?:the )?most|no(?:t)? (?:more|longer|later) than|up to(?= \\d)", "max"],
  ["at (?:the )?least|no(?:t)? (?:less|fewer|earlier) than", "min"],
  ["at the latest", ""],
  ["(?:more|larger|bigger|greater|longer|older|higher) than(?= ~?\\d| an? )", "above"],
  ["(?:less|smaller|fewer|shorter|younger|lower) than(?= ~?\\d| an? )", "below"],
  ["back(?:s|ed|ing)? up", "backup"],
  ["lasts|lasted|last(?= \\d)", "takes"],
  ["work(?:s|ed|ing)? as", "job"],
  ["(?:more|better) than", "than"],
  ["over(?= ~?\\d| an? (?:week|month|year|day|hour|minute))", "above"],
  ["under(?= ~?\\d)", "below"],
  ["prior to|ahead of|in front of|earlier than", "before"],
  ["later than|as soon as", "after"],
  ["in favou?r of", ""],
  ["advis(?:e|es|ed) against", "avoid"],
  ["free of|out of", "without"],
  ["(?<!-)(\\p{L}+)-free", "no $1"],
  ["prefer(?:red|able) to", "preferred than"],
  ["prefer(s?) ((?:[\\p{L}-]+ ){1,4})to(?! (?:be|have|get|do|see|use)\\b)", "prefer$1 $2than"],
  ["(?:switch|turn)(?:es|s|ed|ing)? (on|off)", "switched $1"],
  ["(working|office|opening|business) hours", "$1 times"],
  ["no longer|not any ?more|any ?more", "not"],
  ["(?:has|have|needs?|got) to", "must"],
  ["can not stand|can not bear", "dislikes"],
  ["nobody but|no ?one but|nobody except", "only"],
  ["is supposed to", "must"],
  ["two[- ]factor authentication|two[- ]factor auth", "2fa"],
  ["log into|log in(?:to)?|sign in(?:to)?", "login"],
  ["in charge of|responsible for|(?:takes?|taking) care of|looks? after", "owns"],
  ["done by", "by"],
  ["suffers? from|suffering from", "has"],
  ["in advance|ahead(?: of time)?|beforehand", "before"],
  ["except (?:when|if)", "unless"],
  ["(?:and|or) (?:newer|higher|above|up|later|more|longer|larger)", "min"],
  ["(?:and|or) (?:older|lower|below|earlier|less|fewer|shorter|smaller)", "max"],
  ["(?:only|just|merely)(?= ~?\\d)", ""],
  ["at (?:the )?(?:very )?(?:same time)", "together"],
  ["in order to", "to"],
  ["shut(?:s|ting)? down", "stops"],
  ["is able to|are able to", "can"],
  ["small talk|chit-?chat", "smalltalk"],
  ["e-mails?", "email"],
  ["get(?:s|ting)? up|got up", "wakes"],
  ["wakes? up", "wakes"],
  ["get(?:s|ting)? married", "marries"],
  ["living room", "livingroom"],
  ["on[- ]call", "oncall"],
  ["part of", ""],
];

/**
 * Verbs between a thing and what holds for it: `one` value at a time, or `many`; `self`: one, and nobody needs to be named
 * because it is the user.
 */
export const relations: Readonly<Record<string, "one" | "many" | "self">> = Object.fromEntries(
  (
    [
      [
        "one",
        "= is are was were be runs run starts ends happens lasts takes costs listens " +
          "goes go may can should will must moved belongs follow follows",
      ],
      ["self", "lives live resides works work wakes drives job named prefers prefer"],
      [
        "many",
        "has have had uses use needs need wants want likes like keeps speaks plays supports includes hates",
      ],
    ] as const
  ).flatMap(([kind, verbs]) => verbs.split(" ").map((verb) => [verb, kind])),
);

/** Only one does it: whoever else is said to do it speaks against that. */
export const soleDoings: string =
  "own lead head manage maintain review approve handle manager owner reviewer maintainer contact leader boss responsible translate teach cook only";
