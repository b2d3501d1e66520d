import type { FoundOrder } from "./found-order.ts";
import { isToldOf } from "./told-of.ts";

/** Orders to set instructions aside or to give secrets away, in the languages that people write most. Lower case. */
const languageRules: readonly string[] = [
  // German
  String.raw`\b(?:ignorier\w*|vergiss|vergesse?n?|missachte\w*|umgeh\w*|befolge nicht)\b[^.!?]{0,40}\b(?:anweisung\w*|regeln|vorgaben|anleitung\w*|instruktion\w*|befehle?|richtlinien|systemprompt)\b`,
  String.raw`\b(?:sende?|schicke?|sende\\s|leite|lade|verrate|zeige?|gib|übermittle|poste)\b[^.!?]{0,60}(?:passw\w+|kennw\w+|schlüssel|geheim\w*|zugangsdaten|token|systemprompt|\.env|kontakte)[^.!?]{0,80}(?:https?:|@|\ban\b|weiter|hoch|\baus\b|preis|antwort)`,
  String.raw`\b(?:ohne|nicht)\b[^.!?]{0,30}\b(?:nutzer|benutzer|anwender|besitzer)\b[^.!?]{0,30}\b(?:fragen|sagen|informieren|mitzuteilen|zeigen|erwähnen|nachfrage)\b|\b(?:sag|verrate|erzähle?)\b[^.!?]{0,20}\b(?:nutzer|benutzer|niemand\w*)\b[^.!?]{0,20}\b(?:nichts|davon|nicht)\b`,
  // French
  String.raw`\b(?:ignor\w+|oubli\w+|ne (?:suis|suivez|tiens|tenez) pas|contourn\w+)(?=[^.!?]{0,40})[^.!?]{0,40}\b(?:instructions?|consignes?|règles|directives?|ordres)`,
  String.raw`(?:envo\w+|transm\w+|divulgu\w+|révèl\w+|affich\w+|publi\w+|donn\w+)[^.!?]{0,60}(?:mots? de passe|clés?|secrets?|jetons?|identifiants|\.env|invite système|contacts)[^.!?]{0,80}(?:https?:|@|\bà\b|\bvers\b|réponse)`,
  String.raw`(?:\bsans|\bne|\bn')\b[^.!?]{0,30}(?:demander|prévenir|informer?|dire|dis|dites|avertir|mentionn\w+)[^.!?]{0,30}(?:utilisateur|propriétaire|personne)`,
  // Spanish, Portuguese
  String.raw`\b(?:ignor\w+|olvid\w+|descart\w+|desobede\w+|esque[cç]\w+|desconsider\w+)[^.!?]{0,40}(?:instruc\w+|instruç\w+|reglas|regras|órdenes|ordens|indicaciones|orientações|directrices|diretrizes)`,
  String.raw`(?:env[ií]\w+|manda\w*|revel\w+|muestr\w+|mostr\w+|public\w+|reenv\w+|encaminh\w+)[^.!?]{0,60}(?:contraseñas?|senhas?|claves?|chaves?|secret\w+|segred\w+|tokens?|credencia\w+|\.env|contactos|contatos)[^.!?]{0,80}(?:https?:|@|\ba\b|\bpara\b|respuesta|resposta)`,
  String.raw`(?:sin|sem|no|não)\b[^.!?]{0,30}(?:preguntar|avisar|decir|digas|informar|perguntar|dizer|diga|contar)[^.!?]{0,30}(?:usuario|usuário|dueño|dono|nadie|ninguém)`,
  // Italian
  String.raw`\b(?:ignor\w+|dimentic\w+|trascur\w+)[^.!?]{0,40}(?:istruzioni|regole|direttive|ordini|indicazioni)`,
  String.raw`(?:invi\w+|manda\w*|rivel\w+|mostr\w+|inoltr\w+)[^.!?]{0,60}(?:password|chiav\w+|segret\w+|credenziali|token|\.env|contatti)[^.!?]{0,80}(?:https?:|@|\ba\b|risposta)`,
  // Dutch, Polish, Turkish, Swedish, Czech, Indonesian, Vietnamese
  String.raw`\b(?:negeer|vergeet)\b[^.!?]{0,40}(?:instructies|regels|opdrachten|aanwijzingen)|(?:zignoruj|ignoruj|zapomnij)[^.!?]{0,40}(?:instrukcj\w+|polece\w+|zasad\w*|poleceń|pokyny|instrukce|pravidla)|(?:talimat|kural|yönerge|komut)\w*[^.!?]{0,30}(?:yok say|unut|görmezden|dikkate alma|göz ardı)|(?:ignorera|glöm)[^.!?]{0,40}(?:instruktion\w*|regler|anvisningar)|abaikan[^.!?]{0,40}(?:instruksi|perintah|aturan)|bỏ qua[^.!?]{0,40}(?:hướng dẫn|chỉ thị|lệnh|quy tắc)`,
  String.raw`(?:wyślij|prześlij|stuur|verstuur|gönder|skicka|kirim|gửi)[^.!?]{0,80}(?:hasł\w+|klucz\w*|wachtwoord\w*|sleutel\w*|şifre\w*|parola\w*|anahtar\w*|lösenord\w*|nyck\w+|kata sandi|kunci|mật khẩu|\.env|tokens?)`,
  // Russian, Ukrainian
  String.raw`(?:игнорир\w*|проигнорир\w*|забудь\w*|не обращай\w* внимания|ігнору\w*|отмени\w*)[^.!?]{0,40}(?:инструкци\w*|указани\w*|правил\w*|команд\w*|інструкці\w*|вказівк\w*|ограничени\w*)`,
  String.raw`(?:игнор|проигнор|забуд|ігнор)[\p{L}]*[^.!?]{0,40}(?:инструкц|указани|правил|команд|інструкц|вказів|ограничен)`,
  String.raw`(?:отправ|перешл|пришл|покаж|раскр|выведи|сообщи|надішл|скинь)[\p{L}]*[^.!?]{0,60}(?:парол|ключ|секрет|токен|\.env|учетн|учётн|переписк|системный промпт|контакт)`,
  String.raw`(?:не говори|не сообщай|не рассказывай|не показывай|без ведома|не спрашива|не проси)[\p{L}]*[^.!?]{0,30}(?:пользовател|владельц|никому|человек|подтвержд|разрешен)`,
  // Chinese, Japanese, Korean
  String.raw`(?:忽略|无视|無視|忘记|忘記|不要遵守|不用理会|绕过|繞過)[^。！？]{0,20}(?:指令|指示|规则|規則|提示|要求|命令|限制|设定|設定)`,
  String.raw`(?:发送|發送|发给|發給|上传|上傳|泄露|洩露|输出|輸出|转发|轉發|提交|告诉我|显示)[^。！？]{0,30}(?:密码|密碼|密钥|密鑰|令牌|凭据|憑證|系统提示|系統提示|私钥|私鑰|\.env|联系人|聊天记录)|(?:密码|密碼|密钥|密鑰|令牌|凭据|系统提示|私钥|\.env|聊天记录)[^。！？]{0,20}(?:发送|發送|发给|发到|上传|上傳|泄露|转发|提交)`,
  String.raw`(?:不要|别|勿|無需|无需)[^。！？]{0,10}(?:告诉|告訴|通知|询问|詢問|提及|提醒)[^。！？]{0,10}(?:用户|使用者|主人|任何人)`,
  String.raw`(?:指示|命令|ルール|規則|プロンプト|制約|設定)[^。！？]{0,12}(?:無視|忘れ|破棄|従わない|従うな|上書き)`,
  String.raw`(?:パスワード|秘密鍵|秘密|トークン|認証情報|システムプロンプト|\.env|連絡先|会話)[^。！？]{0,40}(?:送信|送っ|送り|送る|転送|投稿|含め|教え|表示|出力|アップロード|返信)`,
  String.raw`(?:ユーザー|利用者|所有者)[^。！？]{0,12}(?:知らせず|言わず|尋ねず|聞かず|伝えず|知らせない|言わない|伝えない|内緒|秘密)`,
  String.raw`(?:지시|명령|규칙|지침|프롬프트)[^.!?]{0,15}(?:무시|잊|따르지)|(?:비밀번호|비밀 키|비밀키|개인 키|토큰|자격 증명|\.env)[^.!?]{0,25}(?:보내|전송|업로드|출력|알려|포함)|(?:사용자|주인)[^.!?]{0,12}(?:알리지|말하지|묻지|몰래)`,
  // Arabic, Hindi, Hebrew, Persian
  String.raw`(?:تجاهل|انس|تجاوز)[^.!؟]{0,40}(?:التعليمات|تعليمات|الأوامر|القواعد|التوجيهات)|(?:أرسل|ارسل|اكشف|اعرض)[^.!؟]{0,40}(?:كلمة المرور|كلمات المرور|المفاتيح|مفتاح|الأسرار|بيانات)`,
  String.raw`(?:निर्देश|नियम|आदेश)[\p{L}\p{M}]*[^।!?]{0,30}(?:अनदेखा|नज़रअंदाज़|भूल|उपेक्षा)|(?:पासवर्ड|कुंजी|टोकन)[^।!?]{0,40}(?:भेज|दिखा|बता)`,
  String.raw`(?:התעלם|תתעלם|שכח)[^.!?]{0,40}(?:הוראות|ההוראות|כללים|הנחיות)|(?:نادیده بگیر|فراموش کن)[^.!?]{0,40}(?:دستور|قوانین)|(?:دستورات|دستورالعمل|قوانین)[^.!?]{0,30}(?:نادیده|فراموش)`,
];

// Words that no order in these languages does without, so that most texts are read once and no further.
const anchors =
  /[\u0370-\u1fff\u3040-\ud7ff]|\b(?:ignorier|vergiss|vergesse|missacht|umgeh|befolge|sende\s|schicke?|leite|verrate|zeige|übermittle|ohne|sag|erzähl|n'|löschen?|lösche|borra|ignor[aeo](?:r|d|z|te|n|em)?\s+(?:t[uo]|l[ae]s|as|l[ea]|all|qual|cual|estas|todas|todos|o|mes|vos|ces)|oubli|contourn|envo|transm|divulgu|révèl|affich|donne|sans|olvid|descart|desobede|esque|desconsider|env[ií]|revel|muestr|mostr|reenv|encaminh|sin|sem|dimentic|trascur|invia|rivel|inoltr|negeer|vergeet|zignoruj|ignoruj|zapomnij|ignorera|glöm|abaikan|lupakan|bỏ qua|stuur|verstuur|wyślij|prześlij|gönder|skicka|kirim|gửi|talimat|kural|komut|yönerge)/u;

let compiled: readonly RegExp[] | undefined;

/** Orders in other languages than English. For text in lower case. */
export function findForeignOrder(text: string): readonly FoundOrder[] {
  if (!anchors.test(text)) return [];
  compiled ??= languageRules.map((pattern) => new RegExp(pattern, "u"));
  const found: FoundOrder[] = [];
  for (const pattern of compiled) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const { index: start, 0: passage } = match;
    const end = start + passage.length;
    if (isAdvice(text, start, end) || isEnglish(passage) || isToldOf(text, start, end)) continue;
    found.push({ id: "override.language", reason: "gives an agent orders in another language", start, end });
  }
  return found;
}

/** "Never send passwords" in other languages: a negation right before, or behind where verbs come last. */
function isAdvice(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 16), start + 4);
  const after = text.slice(end - 2, end + 10);
  return (
    /(?:(?<![\p{L}])не\s|不要|别|勿|禁止|不能|不得|\bne?\s(?:jamais|pas)\s|\bn(?:o|unca|ão|ie|ooit|ever)\s|\bnicht\s|\bnie\s|\bniemals\s|\bnon?\s)[^.!?]{0,12}$/u.test(
      before,
    ) || /^[^。！？.!?]{0,8}(?:ないで|ないこと|しない|禁止|하지 마|지 마|말아|않)/u.test(after)
  );
}

/** Some words are spelled alike. */
function isEnglish(passage: string): boolean {
  return /\b(?:the|my|your|and|of|with|instructions (?:and|in|for))\b/.test(passage);
}
