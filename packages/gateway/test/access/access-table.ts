import type { Sender } from "../../src/index.ts";
import type { GatewayAccessSettings } from "../../src/access/standings.ts";

/**
 * What is to be decided, written down by hand and not from the code: each sender under each setting. O owner, U user, G guest, P gets a
 * code, - ignored. Users with the ids 5 and 6 were let in by pairing: 5 as a user, 6 as an owner.
 */
export const settingsOfColumn: Readonly<Record<Column, SettingsOfColumn>> = {
  nothing: {},
  one: { telegram: { allowed_users: ["2"] } },
  several: { telegram: { allowed_users: ["2", "9"] } },
  owners: { telegram: { owners: ["1"], allowed_users: ["2"] } },
  star: { telegram: { allowed_users: ["*"] } },
  starOwner: { telegram: { owners: ["1"], allowed_users: ["*"] } },
  all: { telegram: { allow_all_users: true } },
  shared: { gateway: { allowed_users: ["4"] } },
  sharedStar: { gateway: { allowed_users: ["*"] } },
  sharedAll: { gateway: { allow_all_users: true } },
  allButList: { gateway: { allow_all_users: true }, telegram: { allowed_users: ["2", "9"] } },
  groupUsers: { telegram: { group_allowed_users: ["3"] } },
  groupChat: { telegram: { group_allowed_chats: ["-100"] } },
  pair: { telegram: { owners: ["1"], allowed_users: ["2"], unauthorized_dm_behavior: "pair" } },
  shut: { telegram: { unauthorized_dm_behavior: "ignore" } },
  shutAll: { gateway: { unauthorized_dm_behavior: "ignore" } },
  elsewhere: { discord: { owners: ["1"], allowed_users: ["2"], allow_all_users: true } },
};

export type Column =
  | "nothing"
  | "one"
  | "several"
  | "owners"
  | "star"
  | "starOwner"
  | "all"
  | "shared"
  | "sharedStar"
  | "sharedAll"
  | "allButList"
  | "groupUsers"
  | "groupChat"
  | "pair"
  | "shut"
  | "shutAll"
  | "elsewhere";

interface SettingsOfColumn {
  readonly gateway?: GatewayAccessSettings["gateway"];
  readonly telegram?: GatewayAccessSettings["platforms"][string];
  readonly discord?: GatewayAccessSettings["platforms"][string];
}

export const senders: Readonly<Record<SenderName, Omit<Sender, "isBot"> & { readonly isBot?: boolean }>> = {
  "is 1": { userId: "1" },
  "is 2": { userId: "2" },
  "is 3": { userId: "3" },
  "is 4": { userId: "4" },
  "paired as user": { userId: "5" },
  "paired as owner": { userId: "6" },
  "a stranger": { userId: "7" },
  "calls itself 1": { userId: "8", name: "1", handle: "1" },
  "nearly 2": { userId: " 2" },
  "2 at a host": { userId: "2@evil.example" },
  "a star": { userId: "*" },
  "a bot with the id 1": { userId: "1", isBot: true },
  "a paired bot": { userId: "6", isBot: true },
  nobody: { userId: "" },
};

export type SenderName =
  | "is 1"
  | "is 2"
  | "is 3"
  | "is 4"
  | "paired as user"
  | "paired as owner"
  | "a stranger"
  | "calls itself 1"
  | "nearly 2"
  | "2 at a host"
  | "a star"
  | "a bot with the id 1"
  | "a paired bot"
  | "nobody";

const columns = Object.keys(settingsOfColumn);

// oxfmt-ignore
const directTable = `
                     nothing one several owners star starOwner all shared sharedStar sharedAll allButList groupUsers groupChat pair shut shutAll elsewhere
is 1                 P       -   -       O      G    O         G   -      G          G         -          -          P         O    -    -       P
is 2                 P       O   U       U      G    G         G   -      G          G         U          -          P         U    -    -       P
is 3                 P       -   -       -      G    G         G   -      G          G         -          -          P         P    -    -       P
is 4                 P       -   -       -      G    G         G   U      G          G         -          -          P         P    -    -       P
paired as user       U       U   U       U      U    U         U   U      U          U         U          U          U         U    U    U       U
paired as owner      O       O   O       O      O    O         O   O      O          O         O          O          O         O    O    O       O
a stranger           P       -   -       -      G    G         G   -      G          G         -          -          P         P    -    -       P
calls itself 1       P       -   -       -      G    G         G   -      G          G         -          -          P         P    -    -       P
nearly 2             P       -   -       -      G    G         G   -      G          G         -          -          P         P    -    -       P
2 at a host          P       -   -       -      G    G         G   -      G          G         -          -          P         P    -    -       P
a star               P       -   -       -      G    G         G   -      G          G         -          -          P         P    -    -       P
a bot with the id 1  -       -   -       -      -    -         -   -      -          -         -          -          -         -    -    -       -
a paired bot         -       -   -       -      -    -         -   -      -          -         -          -          -         -    -    -       -
nobody               -       -   -       -      -    -         -   -      -          -         -          -          -         -    -    -       -
`;

/** Where somebody is spoken to in the group -100; strangers get no code there. */
// oxfmt-ignore
const groupTable = `
                     nothing one several owners star starOwner all shared sharedStar sharedAll allButList groupUsers groupChat pair shut shutAll elsewhere
is 1                 -       -   -       O      G    O         G   -      G          G         -          -          G         O    -    -       -
is 2                 -       O   U       U      G    G         G   -      G          G         U          -          G         U    -    -       -
is 3                 -       -   -       -      G    G         G   -      G          G         -          U          G         -    -    -       -
is 4                 -       -   -       -      G    G         G   U      G          G         -          -          G         -    -    -       -
paired as user       U       U   U       U      U    U         U   U      U          U         U          U          U         U    U    U       U
paired as owner      O       O   O       O      O    O         O   O      O          O         O          O          O         O    O    O       O
a stranger           -       -   -       -      G    G         G   -      G          G         -          -          G         -    -    -       -
calls itself 1       -       -   -       -      G    G         G   -      G          G         -          -          G         -    -    -       -
nearly 2             -       -   -       -      G    G         G   -      G          G         -          -          G         -    -    -       -
2 at a host          -       -   -       -      G    G         G   -      G          G         -          -          G         -    -    -       -
a star               -       -   -       -      G    G         G   -      G          G         -          -          G         -    -    -       -
a bot with the id 1  -       -   -       -      -    -         -   -      -          -         -          -          -         -    -    -       -
a paired bot         -       -   -       -      -    -         -   -      -          -         -          -          -         -    -    -       -
nobody               -       -   -       -      -    -         -   -      -          -         -          -          G         -    -    -       -
`;

export type Cell = "O" | "U" | "G" | "P" | "-";

export type Table = Readonly<Record<SenderName, Readonly<Record<Column, Cell>>>>;

export const direct: Table = read(directTable);

export const inGroup: Table = read(groupTable);

function read(table: string): Table {
  const [head = "", ...lines] = table.trim().split("\n");
  const names = head.trim().split(/\s+/);
  if (names.join() !== columns.join()) throw new Error(`The table has other columns: ${head}`);
  const rows = Object.keys(senders).map((sender) => {
    const line = lines.find((each) => each.slice(0, 21).trim() === sender);
    const cells = line?.slice(21).trim().split(/\s+/) ?? [];
    if (cells.length !== names.length) throw new Error(`No whole row for "${sender}"`);
    return [sender, Object.fromEntries(names.map((name, index) => [name, cells[index]]))];
  });
  // Every cell was found.
  return Object.fromEntries(rows) as Table;
}
