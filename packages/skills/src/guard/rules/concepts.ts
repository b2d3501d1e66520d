import { secretFile, secretName, secretProgram } from "./sensitive-things.ts";

/**
 * What a sentence speaks of. Each concept is every way to name one thing or one act that rules care about, in the languages
 * that skills are written in; a rule asks which of them meet in one sentence, not for its words in their order.
 */
export type Concept =
  | "secret"
  | "private"
  | "person"
  | "rules"
  | "earlier"
  | "guard"
  | "barrier"
  | "money"
  | "foreign"
  | "agent"
  | "reviewer"
  | "outside"
  | "public"
  | "send"
  | "put"
  | "obey"
  | "authority"
  | "cancel"
  | "off"
  | "not"
  | "tell"
  | "quiet"
  | "store"
  | "mind"
  | "lie"
  | "deceit"
  | "warning"
  | "benefit"
  | "grant"
  | "limitless"
  | "pasting"
  | "start"
  | "strongbox"
  | "demand"
  | "personalSecret"
  | "always"
  | "loyalty";

function words(english: string, others?: string): RegExp {
  return new RegExp(String.raw`(?<![-.])\b(?:${english})\b${others === undefined ? "" : `|${others}`}`, "gi");
}

// The names of files and variables keep their case, so both patterns are asked.
const secretNames = new RegExp(String.raw`${secretFile}|${secretProgram}|\b(?:${secretName})\b`, "g");

const notAbroad = String.raw`\bnicht|\bnichts\b|\bnie\b|niemals|ohne|\bsin\b|\bnunca\b|\bno (?:se |lo |le |les )?(?=[a-z]+(?:as|es|e|a)\b)|\bne\b|\bn['’]|jamais|\bsans\b|\bnon\b|senza|\bnão\b|\bне\b|без|\bnie\b|不要|别|勿|不得|不能|不让|ない|ず|말고|마세요|지 ?마|لا `;
const tellAbroad = String.raw`\bsag(?:e|en|t|st)?\b|erzähl|verrat|zeig|mitteil|erwähn|informier|bericht|erfahr|wissen|digas|mencion|inform|muestr[ae]s|reveles|avise|cuentes|\bdis\b|dites|montre|révèle|\bparl(?:e|er)\b|\bdire\b|\bdirlo\b|\bmostr[aei]|\brevel[ae]\b|говор|сообща|упомин|показыв|рассказ|знать|mów|wspomina|söyle|bahset|告诉|通知|提及|透露|知道|说明|言わ|伝え|知らせ|見せ|알리|말하|보여|تخبر`;
/** "Don't tell" in other languages than English, in either order. */
export const hushAbroad: RegExp = new RegExp(
  `(?:${notAbroad}).{0,30}(?:${tellAbroad})|(?:${tellAbroad}).{0,12}(?:${notAbroad})`,
  "i",
);

const concepts: Readonly<Record<Concept, RegExp>> = {
  // Things.
  secret: words(
    String.raw`credentials?|(?:api|access|private|secret|ssh|provider|signing|encryption|recovery|session|license) ?-?keys?|(?:their|your|the|all|any|user['’]?s?) keys?|(?<!\b(?:design|query|search|input|output|context|max|csrf|color|style|theme|pagination|of|more|fewer|thousand) )tokens?(?! (?:budget|count|usage|limit|cost|window|optimi[sz]ation|efficien\w+))|passwords?|passphrases?|passcodes?|secrets?(?! santa)|env(?:ironment)? (?:variables?|vars?|dump|values?)|(?:whole|full|entire|current) environment|printenv|cookies?(?! (?:banner|consent|policy|cutter|recipe))|seed (?:phrase|words?)|recovery phrase|mnemonic|(?:12|24|twelve|twenty-four) words|one-time codes?|2fa codes?|keychain|keyring|keystores?|wallets?|vault contents?|auth(?:entication)? (?:files?|data)|netrc|kubeconfig`,
    String.raw`schlüssel|zugangsdaten|passw[oö]rt|umgebungsvariable|geheimnis|contrase[ñn]a|credencial|variables de entorno|\bclaves?\b|mots? de passe|identifiants|clés? (?:api|privée|ssh)|variables d.environnement|credenziali|\bsenhas?\b|парол|ключ|токен|переменн\S+ окружени|учётн|hasł|klucz|şifre|parola|密钥|密碼|密码|令牌|环境变量|凭证|凭据|私钥|助记词|パスワード|トークン|環境変数|認証情報|秘密鍵|비밀번호|토큰|환경 ?변수|كلمة السر|كلمات المرور|مفاتيح`,
  ),
  private: words(
    String.raw`(?:(?:the|this|full|whole|complete|entire|current|our|recent) )*(?:conversations?|chats?|transcripts?|dialogue)(?: (?:so far|history|log|content))?(?! (?:platform|app|api|model|bot|completions?|ui|widget|starter|tone))|system prompt|(?:user|person|human|client|customer)['’]s? (?:\w+ )?(?:messages?|requests?|questions?|files?|data|documents?|code|prompts?|names?|e-?mails?|words?|address|contacts?|location)|memory file|message history|(?:session|command|shell|browser|browsing|search) (?:history|logs?|transcripts?|profile)|source code|private (?:code|files?|data|repos?\w*|notes|messages)|home (?:directory|folder)|(?:anything|everything|files?|folders?|documents?|notes?)(?: \w+){0,3} (?:in|under|from|below) (?:~|\$HOME|the home)|(?:direct|private) messages?|which (?:files|documents|pages|apps|tabs)|(?:all|every|each|incoming) (?:mails?|e-mails?)|(?:pack|archive|bundle|zip)\w* (?:up )?(?:the |this |whole )*(?:repo\w*|project|workspace)|cop(?:y|ies) of (?:the|each|every|all)|(?:each|every|all) (?:scans?|documents?|files?|messages?|drafts?|photos?|pictures?|repl\w+|repositor\w+|repos?|inputs?|tasks?|prompts?)|screen(?:shots?| ?contents?)|keystrokes|microphone|webcam|recordings?|clipboard|contacts|address book|last (?:user )?(?:message|request)|tool (?:results?|outputs?)|everything (?:you|the user)|what (?:the user|they|you|was) (?:said|typed|wrote|asked|know|discussed|(?:is|are) (?:working|doing))|(?:task|prompt) text|ip address|hostname|(?:repo\w*|project|workspace) (?:contents?|files?|code)|workspace`,
    String.raw`~\/(?:Documents|Desktop|Downloads|Pictures)|MEMORY\.md|USER\.md|gespräch|verlauf|unterhaltung|conversaci[óo]n|conversation|historial|переписк|истори\S+ (?:чата|сообщен|команд)|разговор|对话|聊天|历史记录|会話|履歴|대화|المحادثة`,
  ),
  person: words(
    String.raw`users?|persons?|humans?|operators?|owners?|customers?|clients?|readers?|anyone|anybody|nobody|no one|people|them|they|him|her|keyboard`,
    String.raw`benutzer|nutzer|anwender|usuario|usuário|utilisateur|utente|gebruiker|пользовател|никому|kullanıcı|użytkownik|用户|使用者|任何人|ユーザー|利用者|사용자|المستخدم`,
  ),
  rules: words(
    String.raw`instructions?|rules?|prompts?|guidelines?|guardrails?|directives?|polic(?:y|ies)|restrictions?|constraints?|orders|guidance|limits|safeguards?|safety (?:checks?|measures?)|boundaries|(?:what(?:ever)?|everything|anything|all) (?:\w+ )?(?:you|your (?:developer|user|owner|system|operator|maker)s?|the (?:developer|user|owner|system|operator)) (?:were|was|have been|has been|had been|told|said|asked)`,
    String.raw`anweisung|regeln|vorgaben|richtlinien|instruccion|reglas|directrices|consignes|règles|istruzioni|regole|instruç|regras|инструкци|правил|указани|ограничени|instrukcj|zasad|talimat|指令|指示|规则|規則|命令|限制|ルール|지시|규칙|التعليمات|القواعد`,
  ),
  earlier: words(
    String.raw`previous|prior|earlier|above|all|any|other|existing|original|system|developer|user['’]?s?|your|safety|former|old|older|preceding|default|standing|built-?in|initial|so far|before`,
    String.raw`vorherig|bisherig|früher|alle|anterior|previas|todas|précédent|toutes|precedent|предыдущ|прежн|\bвсе\b|önceki|tüm|之前|以前|此前|先前|所有|上面|上述|これまで|すべて|上記|이전|모든|السابقة`,
  ),
  guard: words(
    String.raw`approvals?(?: mode| dialogs?)?|confirm(?:ations?|ing)?(?: prompts?| dialogs?)?|consent|(?<=\b(?:ask|asking|without|for|no|needs?|requesting|request) )permission|permission (?:prompts?|dialogs?|requests?)|prompts? for (?:approval|confirmation)|human review|review step|always allow|(?:permission|approval|confirmation) questions?|(?<=\b(?:no|without|without a) )questions?|(?<=\b(?:no|without|needs? no|skip) )(?:further )?review(?:ing)?|ask(?:ing)? (?:for (?:permission|approval|confirmation)|first)|check(?:ing)? with (?:the user|them|anyone)|pre-?(?:approved|authori[sz]ed)`,
    String.raw`rückfrag|nachfrag|bestätigung|genehmigung|erlaubnis|zustimmung|nachfrage|permiso|confirmaci|aprobaci|autorisation|confirmation|permesso|conferma|confirmação|permissão|подтвержден|разрешени|согласи|onay|izin|确认|批准|同意|许可|確認|承認|許可|승인|확인|허락`,
  ),
  barrier: words(
    String.raw`sandbox(?:ing)?|skill guard|the guard|skill scan\w*|scanners?|safety (?:checks?|filters?|mode|rules?)|security (?:checks?|policy|prompts?|settings|scan\w*)|allow-?list|deny-?list|approval (?:mode|system|gate)|audit log\w*|content (?:policy|filters?)|command (?:filter|guard)|branch protection|(?:required|red|failing) (?:checks|reviews|tests)|pre-?commit hooks?|guardrails?|secret (?:scan\w*|redaction)|tool restrictions?`,
  ),
  money: words(
    String.raw`iban|(?:bank|payout|payment|deposit|account) (?:account|details|number|data|address)|account number|recipients?|payees?|beneficiar(?:y|ies)|(?:wallet|bitcoin|btc|eth|crypto|receiving|deposit|destination) address(?:es)?|(?:bank |payment )?accounts? (?=(?:\S+ ){0,8}(?:transfers?|payments?|payouts?|closed|instead))|donation|affiliate (?:id|link|tag|code)|referral (?:id|link|tag|code)|(?:transfer|send) (?:funds|coins|money)`,
  ),
  foreign: words(
    String.raw`(?:web ?)?pages?|websites?|web content|e-?mails?|mails?|issues?|comments?|footnotes?|pdfs?|documents?|papers?|articles?|tool (?:output|results?)|search results?|tickets?|feeds?|reviews|server|responses?|gist|paste|invites?|invitations?|attachments?|authors?|members|participants|(?:sentences?|lines?|paragraphs?|cells?|rows?|text|blocks?) (?:that|which|starting|beginning|marked|between)|visitors|senders?|answers? from|knowledge base|databases?|callers|messages? (?:that|from|in)|repositor(?:y|ies) (?:text|readme)|readme|subtitles|captions|alt text|metadata|file names?|calendar (?:entr\w+|events?)|downloaded (?:files?|text)|fetched (?:text|content|files?)`,
    String.raw`webseite|seite|página|page web|страниц|письм|网页|邮件|ページ|メール|페이지`,
  ),
  agent: words(
    String.raw`assistants?|agents?|ai|a\.i\.|llms?|language models?|models?|claude|gpt|hermes|codex|gemini|copilot|bots?|chatbots?`,
    String.raw`assistent|agente|asistente|ассистент|агент|модел|助手|智能体|模型|アシスタント|エージェント|에이전트`,
  ),
  reviewer: words(
    String.raw`reviewers?|scanners?|scans?|auditors?|audits?|security (?:tools?|checks?|review\w*|team)|moderators?|verifiers?|guard|antivirus|static analysis|checkers?`,
  ),
  outside:
    /\b(?:https?|wss?|ftps?):\/\/(?!localhost|127\.|0\.0\.0\.0|10\.|192\.168\.)|\bthe (?:hook|address|endpoint|host|server|url|inbox) (?:in|from|of|given)\b|\bto (?:us|me|our (?:team|company|side))\b|\b[\w.+-]+@[\w-]+\.[a-z]{2,}|\bs?ftp:|\b(?:our|the author['’]s|author['’]s|vendor['’]s|maintainer['’]s|remote|external|collection|their|a third[- ]party) (?:server|hook|endpoint|collector|backend|telemetry|analytics|support|address|webhook|bucket|host|api|service)|\b(?:webhook|pastebin|paste ?bin|request ?bin|public (?:repo\w*|gist|bucket|paste))\b|\b(?:to|via|through|over|on) (?:our|a|the|my|this) (?:telegram|discord|slack|matrix|irc) (?:channel|bot|server|group)|\b[\w.-]+@[\d.]+:|\b[\w-]+\.(?:example|invalid|test|onion)\b(?!\.\w)/gi,
  public: words(
    String.raw`comments?|commit messages?|commits?|trailers?|branch(?: names?)?|issues?|tickets?|gists?|pull requests?|query(?: strings?)?|urls?|links?|image(?:s| address\w*)?|file ?names?|subdomains?|dns|next (?:repl\w+|answers?|documents?|web form|search|page)|web form|search (?:terms?|quer\w+|box)|every (?:repl\w+|answers?|documents?)|(?:your|the|each) (?:answer|reply|response|report|document|summary)|foot(?:er|notes?)|(?:to|into|in) (?:the|a|every) (?:public )?repositor(?:y|ies)|branches|alt text|user[- ]?agent|readme`,
  ),
  // Acts.
  send: words(
    String.raw`send(?:s|ing)?|post(?:s|ed|ing)?|upload(?:s|ed|ing)?|forward(?:s|ed|ing)?|transmit\w*|e-?mail|mail(?= (?:it|them|the|a|all|every|this|to))|ship|push(?:es)?|commit(?=(?: \S+){1,3} to\b)|call(?=(?: \S+){0,6} with\b)|submit\w*|relay|report(?=s? (?:\S+ ){0,8}to\b)|copy(?=(?: \S+){0,12} (?:to|onto)\b)|stream|sync(?:h?roni[sz]e)?|deliver|share|exfiltrate|leak|beacon|scp|rsync|curl|wget|attach|bcc|cc(?= )|stage(?=(?: \S+){0,12} (?:at|on|in|to)\b)|route|give(?=(?: \S+){0,8} to\b)|(?:needs?|gets?|receives?) (?:a |the )?(?:\w+ )?cop(?:y|ies)|put(?=(?: \S+){0,8} (?:on|to)\b)|phone home|tell(?= https?:)|(?:keep|store|save|log)(?=(?: \S+){0,8} (?:at|in|on|to) https?:)|hand(?:s)? (?:it|them|over)|pass (?:it|them|\w+) (?:on|to|along)|fire`,
    String.raw`send(?:e|en|est)\b|schick|übermittl|hochlad|lade\b[^.]{0,60}\bhoch|env[íi]a|\bmanda|\bsube\b|\bcopia\b|\bcopie\b|kopier|скопируй|复制到|コピーして|envoie|transmet|téléverse|invia|carica|envie|отправ|пошли|перешли|загрузи|wyślij|prześlij|stuur|gönder|发送|上传|发到|提交|传到|发给|回传|送信|アップロード|送って|전송|업로드|보내|أرسل`,
  ),
  put: words(
    String.raw`include|append|embed|attach|name|paste|put|add|insert|encode|place|write|print|echo|output|quote|list|show|repeat|render|hide|base64|fill(?:ed)?(?: in)?|(?:end|finish)(?=(?: \S+){0,6} with\b)`,
    String.raw`füge|schreib|incluye|añade|pega|ajoute|insère|включи|добав|встав|添加|写入|插入|附上|追加|埋め込`,
  ),
  obey: words(
    String.raw`obey(?:s|ed)?|comply|(?:is|are|be) (?:obeyed|followed|executed|carried out)|carr(?:y|ies) (?:\w+ ){0,4}out|execute(?:s|d)?|act (?:up)?on|stick to|do (?:what(?:ever)?|exactly|as|it|so|them)|heed|honou?r|follow(?:s|ed)?(?! (?:up|the (?:style|format|conventions?|pattern|naming|link|steps below)))|perform|run|adopt`,
    String.raw`befolg|gehorch|führe[^.]{0,80}\baus\b|obedece|ejecuta|sigue|obéi|exécute|suis\b|esegui|выполн|следуй|подчин|wykonaj|执行|遵循|照做|实行|従|実行|따르|실행`,
  ),
  authority: words(
    String.raw`(?:like|as(?: if| though)?|same (?:as|weight)|equal to)(?: \w+){0,4} (?:orders?|commands?|instructions?|messages?|requests?|word)(?: (?:of|from|by))?(?: the| this| your)? ?(?:users?|owners?|operators?|system|person|developers?)?|outranks?|takes? (?:precedence|priority)|authoritative|binding|trusted (?:like|as)|(?:like|as) the (?:user|owner|operator)|override[sn]?|supersedes?|come first|comes first|know(?:s)? (?:best|their systems?|what)|(?:has|have|with|carr(?:y|ies)) the (?:same )?(?:rank|weight|force|standing|power)|replaces? (?:these|the|all|your|this|my|any) (?:\w+ )?(?:steps?|instructions?|rules|skill|task)|counts? as|(?:have|has|get|gets|take|takes) priority|as if (?:your |the )?(?:owner|user|operator|person)s? (?:had|has|have)?|on behalf of the (?:user|owner)|speaks? for the (?:user|owner)`,
  ),
  cancel: words(
    String.raw`carry on|go on|regardless|continue|tests? by us|false alarms?|ignor(?:e|es|ed|ing)|disregard(?:s|ed)?|forget|override[sn]?|bypass(?:es)?|overrule[sd]?|supersede[sd]?|discard(?:ed)?|void|revoked?|suspend(?:ed)?|retired?|obsolete|lifted|set aside|no longer (?:apply|applies|valid|bind\w*|in force|hold)|stop following|pay no attention to|do(?:es)? not apply|neglect|cancel(?:l?ed)?|expired|abandon(?:ed)?|unlearn|drop(?:ped)?(?= (?:all|your|the|any|every))|replaced?|replaces|placeholder`,
    String.raw`ignorier|missacht|vergiss|verwirf|übergehe|\bignora|olvid|descart|omite|desobede|\bignore[zr]\b|oublie|contourne|désobéi|dimentica|игнорир|забудь|не обращай внимания|отмени|zignoruj|pomiń|zapomnij|negeer|vergeet|yok say|unut|忽略|无视|無視|忘记|忘掉|不要理会|跳过|绕过|忘れ|破棄|무시|잊어|تجاهل`,
  ),
  off: words(
    String.raw`disable[sd]?|skip(?:s|ped|ping)?|bypass(?:es|ed|ing)?|turn(?:ed)? (?:\S+ ){0,4}off|switch(?:ed)? (?:\S+ ){0,5}off|without|never|no|not (?:needed|necessary|required|wait|ask|pause|stop|prompt)|don['’]t|do not|suppress|avoid|waive[sd]?|off|granted|in advance|assume[sd]?|implied|yourself|pre-?approved|pre-?authori[sz]ed|unnecessary|needless|annoying|no further|already (?:approved|agreed|given|granted|confirmed)|has (?:approved|agreed|consented)|yolo|none|in their place|on their behalf|for them|with ['\"]?yes|instead of the (?:user|person)`,
    String.raw`ohne|\bnie\b|niemals|deaktivier|abschalt|\bsin\b|\bnunca\b|jamais|\bsans\b|senza|\bsem\b|\bбез\b|никогда|отключ|\bне\b|bez\b|不要|无需|無需|不必|跳过|关闭|別|不用|なしで|不要|せずに|없이|하지 ?마`,
  ),
  not: words(
    String.raw`never|not|don['’]t|doesn['’]t|without|no|nobody|no one|avoid|refrain|mustn['’]t|shouldn['’]t|needn['’]t|cannot|leave out|out of|unmentioned|unnoticed|nothing`,
    notAbroad,
  ),
  tell: words(
    String.raw`tell|told|mention(?:s|ed|ing)?|inform(?:ed|ing)?|notif(?:y|ied|ying)|reveal|disclose|show(?:n|ing|s)?|say|explain|describe|announce|bring(?:ing)? (?:\S+ ){0,4}up|talk(?:ing)? about|refer(?:ring)? to|alert|acknowledge|discuss|summari[sz]e|cite|list|log|know|knows|notice[sd]?|learn|aware|find out|report(?:ed|ing)?|display|surface|draw attention|point (?:it|this|that) out|credit|record|documentation|documented|see`,
    tellAbroad,
  ),
  quiet: words(
    String.raw`silent(?:ly)?|secret(?:ly)(?! (?:key|manager))|quiet(?:ly)|invisibl[ey]|covert(?:ly)?|unnoticed|discreet(?:ly)?|stealth\w*|unobtrusive(?:ly)?|behind the scenes|in the background|under the radar|out of sight|hidden from|without (?:\w+ ){0,3}(?:trace|notice|output|mention\w*|telling|knowing|noise|word)`,
    String.raw`heimlich|unbemerkt|en silencio|en secret|discrètement|незаметно|тайно|втайне|悄悄|偷偷|こっそり|몰래`,
  ),
  store: words(
    String.raw`save|add|write|store|append|remember|persist|record|insert|copy|keep|memori[sz]e|paste|include|edit|make|update|modify|change|replace|patch|put|note|plant|drop`,
  ),
  mind: words(
    String.raw`(?:to|in|into|as) (?:your |the |its |agent['’]?s? |long-term |persistent )*memory(?! (?:leak|limit|usage|profil|map|alloc|card|bank))|SOUL\.md|AGENTS\.md|CLAUDE\.md|MEMORY\.md|USER\.md|HERMES\.md|GEMINI\.md|HEARTBEAT\.md|IDENTITY\.md|\.cursorrules|copilot-instructions\.md|system prompt|core instructions|(?:long-term|permanent|persistent|standing|lasting) (?:notes?|memory|memories|facts?|instructions?)|(?:instructions?|rules|context|memory) files?|(?:known|lasting|trusted|established|verified) facts?|(?:later|future|next|other) (?:sessions?|conversations?)|for good|(?:each|every|other|all|installed)(?: \w+){0,2} skills?|their SKILL\.md|(?:every|each|all) (?:readme|AGENTS\.md|file|page|document)s? (?:you|that)|this SKILL\.md|own SKILL\.md`,
  ),
  lie: words(
    String.raw`(?:report|say|claim|pretend|state|answer|write|declare|tell|mark|insist|show|output|certify|record)(?:s)?\b[^.]{0,60}\b(?:green|passed|passing|clean|succeed\w*|success(?:ful\w*)?|safe|secure|trusted|verified|approved|no (?:issues|findings|problems|errors|vulnerabilit\w+)|everything (?:was|is)|was checked|broken|unused|expired|original|complete[d]?|a bug|an error|five stars|benign|harmless)|pretend|claim that|deny|make (?:it|them) look|approve(?:s)? (?:\w+ ){0,3}(?:at once|immediately|unseen|without|regardless)`,
  ),
  deceit: words(
    String.raw`(?:users?|customers?|clients?|readers?|people|they|nobody|no one|person|reviewers?) (?:will|would|can|must|should|need)(?:n['’]t| not| never)? (?:ever )?(?:notice|suspect|find out|realise|realize)|(?:without|so that) (?:anyone|anybody|the user|them|nobody|no one) (?:notic\w+|suspect\w+|knows?)|(?:must|should|always|shall) (?:be )?(?:described?|presented?|shown|show|labell?ed|reported?|ranked?|rated?|listed?)(?: \S+){0,3} as (?:\w+ )?(?:booked|unavailable|broken|sold out|unsafe|worse|outdated|inferior|closed|slow|insecure)|(?:edit|change|adjust|alter|rewrite) (?:the |its |any |all )?(?:\w+ )?(?:reports?|results?|logs?|numbers|figures|evidence|output)\b[^.]{0,20}\b(?:so that|to show|to say|to look|until (?:it|they) (?:shows?|says?))|(?:falsify|fake|forge|tamper with|doctor|massage|invent|make up) (?:\S+ ){0,3}(?:reports?|results?|logs?|output|numbers|figures|evidence|citations|quotes|reviews|ratings?)|in place of the real|keep (?:the |this |that |your |it |any )?(?:\w+ )?to yourself|behind (?:the |their )?(?:(?:user|person|human|owner|customer)['’]s )?backs?|(?:fill|report|give|insert|carr(?:y|ies)|write|add) (?:\S+ ){0,6}(?:plausible|invented|fake|false) (?:numbers|data|results|values|facts?|statements?|claims?|sources?|citations?)|say (?:that )?(?:all|everything) (?:is|are|was|were) (?:done|complete|fine|checked)|not worth (?:mentioning|a mention)|needs? not be (?:mentioned|shown|told|named|bothered)|(?:are|is|be|to be) kept from the (?:user|author|person|reviewer|customer)s?|is overlooked|goes? unnoticed|do(?:es)? not want to (?:hear|know) (?:about|of)|(?:whatever|no matter what|regardless of what) (?:the )?(?:comparison|data|tests?|reviews?|numbers?|results?) (?:says?|shows?|finds?)(?=,? [^\n]{0,50}\b(?:comes? out|reports?|recommends?|presents?|shows?|names?|picks?|rates?)\b)|make (?:it|them|this) look (?:like|as)|(?:in|on) the (?:user|person|human)['’]s name without|leave (?:it|this|that|them) out of (?:any|the|your|all)|for the (?:assistant|agent|model|ai) only|not (?:meant )?for (?:the )?(?:user|human|person)s?['’]? eyes|lie to|deceive|mislead|trick the|fool the|steer (?:the )?(?:user|person|customer)s? (?:to|away|towards?)|talk (?:them|the user) (?:into|out of)`,
  ),
  warning: words(
    String.raw`(?:warnings?|messages?|notes?|notices?|alerts?|anyone|someone|reviewers?|scanners?|guards?|they|later message)(?: \S+){0,8} (?:this|the) skill(?: \S+){0,4} (?:unsafe|malicious|harmful|suspicious|dangerous|untrusted|removed|stop\w*|bad)|(?:warnings?|alerts?|refusals?|concerns?|doubts?|objections?) (?:about|against|of|on|from) (?:this skill|this package|it|these steps|safety|security|the (?:guard|scanner|system))`,
  ),
  benefit: words(
    String.raw`(?:the )?(?:author|maker|publisher|vendor|creator|developer)['’]s (?:\w+ )?(?:wallet|tip jar|account|repos?|shop|store|products?|channel|link|tag|services?|page)|(?:tip jar|wallet|account|repos?|shop|products?) of the (?:author|maker|publisher|vendor|creator)|tip jar|(?:by|with|to) (?:ours|mine)(?:-\w+)?|our (?:products?|services?|shop|store|affiliate|referral|sponsor\w*|tag|partners?)|affiliate (?:id|tag|code|link)`,
  ),
  grant: words(
    String.raw`make (?:the |their |your |all |every |each |it )?(?:\w+ )?(?:calendars?|repositor\w+|repos?|buckets?|documents?|folders?|drives?|files?|notes?|profile|it) (?:public|world-readable)|(?:let|allow|permit) [\w.+-]+@[\w.-]+|(?:add|invite|make|give) [\w.+-]+@[\w.-]+ (?:\S+ ){0,4}(?:reader|editor|owner|admin\w*|collaborator|member|access|delegate|co-?owner|maintainer|guest)|(?:open|share) (?:the |their |all )?(?:\w+ )?(?:drive|calendar|mailbox|repo\w*|folder) (?:to|with) (?:everyone|anyone|the public|[\w.+-]+@)`,
  ),
  limitless: words(
    String.raw`(?:nothing|no (?:topic|request|action|command)) is (?:off (?:the table|limits)|forbidden|prohibited|too)|act freely|there (?:is|are) no (?:\w+ )?(?:polic(?:y|ies)|rules|limits|restrictions) (?:here|now|any ?more)|(?:messages?|instructions?|rules) (?:above |before )?(?:were|was) (?:training|test|sample|dummy|placeholder)|(?:everything|anything|all requests?) (?:is|are) (?:allowed|permitted|fine) (?:now|here|from)|(?:you|your) (?:used to have|no longer have|have no|are free(?:d)? (?:of|from)|are not bound by|are released from)(?: \w+){0,3} (?:limits?|rules|restrictions|guidelines|constraints|boundaries|filters?)|(?:do(?:es)? not|never|don['’]t|doesn['’]t) (?:\w+ ){0,6}refuse\b|in (?:debug|developer|god|maintenance|admin|test) mode (?:it|you|the)|refusals? (?:are|is) (?:a |an )?(?:bug|error|mistake|forbidden|not allowed|unacceptable)|never refuse|no refusals|(?:even if|should \w+|if \w+) (?:it |they |that )?(?:\w+ )?(?:seems?|sounds?|looks?|is) (?:harmful|dangerous|illegal|unsafe|suspicious),? (?:do|go|carry|comply|continue)|(?:limits?|restrictions?|guardrails?|filters?) (?:were|was) (?:\S+ ){0,6}(?:trial|temporary|test)`,
  ),
  pasting: words(
    String.raw`(?:press|open|hit) (?:win(?:dows)?(?: key)? ?\+ ?r|the run (?:dialog|box)|spotlight)(?: \S+){0,12} paste|paste (?:\S+ ){0,8}(?:clipboard|what is copied|the copied)(?: \S+){0,8} (?:terminal|powershell|console|run)|clipboard(?: \S+){0,8} (?:press|hit) enter|prove (?:that )?(?:you|they) (?:are|'re) (?:a )?human`,
  ),
  strongbox: words(
    String.raw`login data|cookies\.sqlite|logins\.json|keychain(?: items| entries)?|private keys?|id_(?:rsa|ed25519|ecdsa)|wallet\.dat|seed phrases?|saved passwords|password store|shadow file`,
    String.raw`\.aws\/credentials|\.netrc\b|\.git-credentials|\.pgpass|\.ssh\/id_|\.config\/gh\/hosts|\.docker\/config\.json|\.kube\/config|\/etc\/shadow`,
  ),
  start: words(
    String.raw`crontab|authorized_keys|login items?|autostart|start-?up (?:folder|items?|files?)|launch ?agents?|systemd (?:units?|services?)|git hooks?`,
    String.raw`\.(?:bashrc|zshrc|profile|bash_profile|zshenv|zprofile|vimrc|xprofile)\b|\.git\/hooks|\/etc\/(?:profile|rc\.local|cron)`,
  ),
  demand: words(
    String.raw`ask(?:s|ing)?|types?|have (?:the )?(?:users?|persons?|customers?|people|them)|get (?:the (?:user|person)|them)|request|prompt|require|urge|convince|instruct|let (?:the (?:user|person)|them)|obtain|collect|must|needs? to|has to|have to|enter|type|paste|tell the (?:user|person|customer)|invite|dialog|give you|provide`,
    String.raw`bitte|frag|pide (?:al|la|su)\b|solicita|demande|chiedi|peça|попроси|спроси|要求|询问|让用户|尋ね|물어`,
  ),
  personalSecret: words(
    String.raw`master password|(?:the|their|your|a|computer|login|account|e-?mail|bank|sudo|system|wallet|root|admin|mac|machine|macos|windows|keychain) passwords?|password|passphrase|seed (?:phrase|words?)|recovery (?:phrase|key|codes?|words)|mnemonic|(?:12|24|twelve|twenty-four) words|private keys?|card numbers?|cvv|cvc|\bpin\b|one-time (?:codes?|passwords?)|2fa(?: codes?)?|otp|(?:sms|verification|authenticator|security) codes?|codes? (?:from|on|in) (?:their|the|your) (?:authenticator|phone|app|sms)|social security number|passport|(?:identity|id) cards?|driver['’]?s licen[cs]e|selfie|\btan\b|session cookies?|api keys?|access tokens?`,
    String.raw`passwort|contraseña|mot de passe|пароль|密码|助记词|パスワード|비밀번호`,
  ),
  always: words(
    String.raw`(?:for|on|in|with|before|after|at the (?:start|beginning|end) of) (?:every|each|all|any) (?:single )?(?:other |future |new |later )?(?:requests?|tasks?|conversations?|sessions?|messages?|prompts?|questions?|turns?|repl(?:y|ies)|answers?|responses?|tool calls?|commands?|work|skills?|actions?)|before (?:doing )?anything else|before (?:any|every) other (?:tool|skill|step|action)|whenever (?:this|the|any) (?:workspace|session|agent)|at (?:start-?up|session start)|from now on|from here on|in (?:all )?future (?:sessions|conversations|tasks)|permanently|every (?:morning|session|time (?:the|a) (?:session|agent|conversation))|whatever (?:the user|they) (?:asks?|wants?|says?)|regardless of (?:the (?:task|request|question)|what)`,
  ),
  loyalty: words(
    String.raw`(?:work|working|act|acting|answer) (?:for|in the interest of) (?:the )?(?:author|maker|publisher|vendor|us)|(?:the )?(?:author|maker|publisher|vendor)['’]s (?:wish\w*|interests?|orders?)|(?:his|her|our|my) (?:wishes|orders|interests) come first|obey (?:\w+ ){0,4}(?:whoever|anyone|anybody|the author|us|me)|(?:rank|count|weigh|stand)s? (?:higher|more|above)(?: \w+){0,4} (?:users?|persons?|those of|owners?)|user['’]?s? (?:wishes|requests|orders|wants) (?:are|is|count as) (?:only |just |merely )?(?:advice|secondary|optional|suggestions?)|whoever (?:sends?|says|writes|asks)|your (?:operator|owner|master|user|boss|principal) is (?:now )?(?!the)|stop (?:obeying|serving|listening to)|your (?:new|real|true|actual) (?:owner|master|task|purpose|goal|instructions?|job|mission|identity)|i am your (?:developer|owner|creator|operator)`,
  ),
};

/** Where a sentence holds a concept; each is looked for once, when it is asked for. */
export function conceptsOf(sentence: string): (concept: Concept) => readonly number[] {
  const known = new Map<Concept, readonly number[]>();
  return (concept) => {
    const before = known.get(concept);
    if (before !== undefined) return before;
    const patterns = concept === "secret" ? [concepts.secret, secretNames] : [concepts[concept]];
    const places = patterns
      .flatMap((pattern) => [...sentence.matchAll(pattern)].map(({ index }) => index))
      .toSorted((a, b) => a - b);
    known.set(concept, places);
    return places;
  };
}
