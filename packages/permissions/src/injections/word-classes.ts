/**
 * What words are for in an order to an agent. One bit each: a word can stand for several things, and a sentence is
 * known by all of its bits before any pattern is tried on it.
 */
export const wordClasses = {
  /** Programs that read and act. */
  AGENT: 1,
  /** Setting aside. */
  IGNORE: 2,
  /** What an agent goes by. */
  RULES: 4,
  /** Whose rules, or which: your, previous, system. */
  OWN: 8,
  SEND: 16,
  SHOW: 32,
  /** Keys, passwords and the files that hold them. */
  SECRET: 64,
  /** What is nobody else's business: conversations, mail, files. */
  PRIVATE: 128,
  /** An address outside: of the web, of mail, a number. */
  OUTSIDE: 256,
  TELL: 512,
  /** The one for whom an agent works. */
  PERSON: 1024,
  NOT: 2048,
  /** Without anybody seeing. */
  UNSEEN: 4096,
  /** What stands between an order and its effect: approvals, sandboxes, checks. */
  GUARD: 8192,
  /** Taking away or letting through. */
  OFF: 16_384,
  /** Anything an agent can be ordered to do; the plain form of the verb. */
  ACT: 32_768,
  DESTROY: 65_536,
  /** What hurts to lose or to see changed. */
  VALUED: 131_072,
  WHEN: 262_144,
  MUST: 524_288,
  MAY: 1_048_576,
  YOU: 2_097_152,
  /** Places that are read again later: memories, start-up files, timetables. */
  KEPT: 4_194_304,
  RUN: 8_388_608,
  /** Programs of a shell that fetch, send or remove; scripts. */
  SHELL: 16_777_216,
  MONEY: 33_554_432,
  /** Those in whose name people are made to obey. */
  RANK: 67_108_864,
  ALWAYS: 134_217_728,
  PUT: 268_435_456,
  /** Function words of English. */
  ENGLISH: 536_870_912,
} as const;

export type WordClass = keyof typeof wordClasses;

/** A word that a pattern names itself. */
export const namedWord = 1_073_741_824;

const words: Readonly<Record<WordClass, string>> = {
  AGENT:
    "agent agents assistant assistants ai ais llm llms bot bots chatbot chatbots copilot claude chatgpt gpt gemini hermes cursor codex aider devin openclaw lm gpts siri alexa",
  IGNORE:
    "ignore ignoring disregard disregarding forget forgetting override overriding bypass bypassing discard neglect abandon void revoke overrule drop disobey skip unlearn dismiss circumvent violate flout",
  RULES:
    "instruction instructions rule rules guideline guidelines guidance directive directives direction directions prompt prompts restriction restrictions constraint constraints limitation limitations policy policies rulebook order orders command commands safeguard safeguards guardrail guardrails protocol protocols programming training restraints boundaries filters filter safety precautions warnings-of-your-owner",
  OWN: "previous previously prior above earlier preceding foregoing your yours system all any every each initial original existing safety security developer operator operator's vendor user's owner's other internal built-in default ethical content these those the its current given of and my that this past standing hidden core own underlying",
  SEND: "send sends-to forward e-mail email mail upload post push transmit exfiltrate export submit sync copy share report leak publish deliver ship bcc cc transfer relay beam dump mirror text message attach append include insert embed paste put add pass provide supply hand sending forwarding uploading posting attaching sharing give write encode stuff place log echo pipe curl",
  SHOW: "show reveal print repeat output display disclose leak recite dump expose tell list read return quote share give translate summarise summarize",
  SECRET:
    "password passwords passphrase credential credentials secret secrets token tokens key keys cookie cookies wallet seed mnemonic env .env id_rsa id_ed25519 aws_secret_access_key 2fa otp pin login logins keychain keyring privatekey apikey passwd shadow vault environment printenv session-cookie",
  PRIVATE:
    "conversation conversations chat chats history transcript transcripts inbox mailbox mail mails email emails e-mail e-mails message messages contact contacts calendar file files document documents notes folder photos database prompt prompts memory memories memory.md user.md soul.md context code source config configuration address phone location output env workspace repository repo search searches task query queries line lines attachment attachments data text question questions content contents bookings budget listing names table host hostname directory tabs bookmarks clipboard screenshot screen drafts records",
  OUTSIDE: "bucket webhook pastebin ngrok telegram-bot gist dropzone",
  TELL: "tell mention inform show reveal report notify disclose say alert warn telling mentioning informing showing notifying reporting list point display log admit discuss surface bother",
  PERSON:
    "user users user's owner owner's human humans person people operator anyone anybody everyone nobody visitor visitor's customer customer's him her them someone somebody reader boss recipient recipients developer maintainer maintainers",
  NOT: "not never don't dont no nobody cannot can't mustn't shouldn't won't without nothing none avoid refuse isn't aren't doesn't didn't nor neither",
  UNSEEN: "silently quietly secretly covertly discreetly stealthily unnoticed unseen invisibly secretive",
  GUARD:
    "approval approvals approve confirmation confirmations confirm permission permissions sandbox guard guards allowlist allow-list whitelist blocklist denylist guardrail guardrails safeguard safeguards restrictions checks check authentication authorisation authorization verification audit firewall antivirus consent review reviews deny permissions.yaml safety security moderation logging limits dialog jail monitoring prompt prompts policy policies hooks 2fa mfa",
  OFF: "off disable disabled disabling skip skipping bypass bypassing remove removing deactivate deactivated yolo suspended cancelled canceled void lifted revoked unnecessary unneeded waived waive weaken comment loosen relax ignore disregard suggestion suggestions optional auto-approve preapproved pre-approved auto-approved star wildcard unlimited unrestricted obsolete invalid granted superfluous outside suppressed",
  ACT: "add answer append approve accept act archive attach book buy call cancel change check click close commit connect contact continue copy create decode delete deploy describe disable disclose display do download drop email empty enable enter erase execute export fetch fill find follow force forward get give go grant hide ignore import include insert install invite invoke join keep leave list load log mail make merge message modify move obey open output overwrite pass paste pay perform place post prefer print proceed publish pull purchase push put query rank rate read rebase recommend record redirect register reject remember remove rename repeat replace reply report repost request reset resolve respond restart retry return reveal rewrite run save say schedule search select send set share show skip sign star start stop store submit subscribe summarise summarize switch take tell touch transfer translate treat trust try turn type unlock unsubscribe update upgrade upload upvote use vote visit wire write claim state insist promote praise mention bypass disregard navigate forget weaken book exfiltrate state grep cat rm curl conceal hand dump flag mark escalate pretend disregard rank give favour favor prioritise prioritize stop state encode embed trust",
  DESTROY:
    "delete erase wipe destroy drop rm shred truncate overwrite disable stop remove kill format purge revoke reset corrupt encrypt clear deactivate uninstall shut turn change replace redirect revert",
  VALUED:
    "backup backups database databases repository repositories repo production firewall antivirus logs log history alerts alarm monitoring account accounts iban wallet payee recipient disk home volume volumes snapshots branch branches records evidence trace traces tracks key keys credentials password passwords invoices payroll bank contacts emails mails originals recording audit bucket buckets vm vms cluster server servers everything door doors project",
  WHEN: "when whenever if once after next soon upon before until unless each every as while during on at",
  MUST: "must should shall has have needs need required ought requires are is required-to obliged",
  MAY: "may can could might allowed able free",
  YOU: "you your you're yours yourself you've",
  KEPT: "memory memories memory.md user.md soul.md agents.md claude.md skill skills crontab cron .bashrc .zshrc .profile .bash_profile authorized_keys systemd startup start-up launchd autostart postinstall post-install pre-commit hook hooks permanently forever long-term knowledge rules",
  RUN: "run execute install eval launch start invoke open load call paste apply use source import",
  SHELL:
    "curl wget nc ncat netcat bash sh zsh rm chmod chown scp rsync powershell iwr irm dd mkfs sudo eval base64 crontab force --force --no-verify kubectl systemctl terraform script command commands shell terminal payload installer exec python node git",
  MONEY:
    "money payment payments bitcoin btc eth usdt euro euros eur usd dollars dollar card cards iban bank funds crypto tokens allowance plan premium voucher vouchers giftcard gift purchase purchases credits subscription wallet flight ticket tickets",
  RANK: "system admin administrator administrators anthropic openai google microsoft vendor security it ceo cto owner developer developers developer's creator operator compliance support platform maintainer management headquarters police root hq superuser supervisor moderator",
  ALWAYS:
    "always forever permanently every each all any hourly daily nightly weekly monthly whenever now on future constantly",
  PUT: "add append write put insert copy save store remember record install place paste note persist plant leave create include embed memorise memorize keep schedule register",
  ENGLISH:
    "the and of to with my your is are in on for it that this an be by from at or will was do does but as its we they you i",
};

let known: Map<string, number> | undefined;

/** The bits of each known word; built when first used. */
export function knownWords(): Map<string, number> {
  if (known !== undefined) return known;
  known = new Map();
  for (const [name, list] of Object.entries(words)) {
    // The keys of both objects are the same.
    const bit = wordClasses[name as WordClass];
    for (const word of list.split(" ")) known.set(word, (known.get(word) ?? 0) | bit);
  }
  return known;
}
