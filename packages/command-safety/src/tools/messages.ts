import type { Judge } from "../desk.ts";
import { operandsOf } from "../programs/options.ts";

/** Programs that send mail, messages or money. */
export const send: Judge = ({ name, args, stdin }, desk) => {
  const text = args.join(" ");
  const isMail =
    /^(mail|mailx|sendmail|mutt|neomutt|msmtp|swaks|s-nail|ssmtp|nullmailer-inject|himalaya|sendemail|mpack|aerc)$/.test(
      name,
    );
  if (
    isMail &&
    (args.length === 0 || /^(-f|-e|-H|-u \w+|-v|-V|--version)$/.test(text)) &&
    stdin === undefined
  )
    return;
  if (isMail) desk.ask("send.message", `It sends mail: ${name} ${text}.`);
  else if (
    /^(telegram-send|slackcat|notifico|apprise|sendxmpp|imsg|wacli|ntfy)$/.test(name) &&
    args.length + (stdin === undefined ? 0 : 1) > 0
  )
    desk.ask("send.message", `It sends a message: ${name} ${text}.`);
  else if (
    /\b(send|create|capture|refund|confirm|pay|transfer|publish|post|tweet|toot|dm|msg|message|charge|payouts?|sendtoaddress|sendrawtransaction|sendmany|sweep|deploy|resend|trigger|reply|broadcast|upload|delete|cancel|update|--say|-m)\b/.test(
      text,
    )
  )
    desk.ask("send.message", `It sends a message, an order or money: ${name} ${text}.`);
};

/** Writing to the screens of others. */
export const screens: Judge = ({ name, args, stdin }, desk) => {
  if (operandsOf(args).length > 0 || stdin !== undefined || name === "wall")
    desk.ask("send.message", `It writes to the screens of others: ${name}.`);
};
