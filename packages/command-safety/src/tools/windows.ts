import type { Judge } from "../desk.ts";

/** Programs of Windows that may be met from a shell of Linux or in a script for both. */
export const windows: Judge = ({ name, args }, desk) => {
  const text = args.join(" ");
  if (
    /\b(del|erase|rd|rmdir|format|diskpart|shutdown|taskkill|cipher|bcdedit|vssadmin|icacls|takeown|schtasks|reg (add|delete)|net (user|stop)|powershell)\b/i.test(
      text,
    ) ||
    (name === "robocopy" && /\/(mir|purge|move?)\b/i.test(text))
  )
    desk.ask("action.destructive", `It deletes or changes something on the machine: ${name} ${text}.`);
};
