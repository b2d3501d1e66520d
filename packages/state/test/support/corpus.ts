/** Repeatable chance. */
export function createRandom(seed: number): {
  below: (count: number) => number;
  of: <Item>(items: readonly Item[]) => Item;
} {
  let state = seed >>> 0;
  const below = (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  return {
    below,
    of(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError("There is nothing to choose from.");
      return item;
    },
  };
}

type Random = ReturnType<typeof createRandom>;

export interface Script {
  readonly name: string;
  /** Words stand apart by spaces, and are found as wholes. */
  readonly spaced: boolean;
  readonly words: readonly string[];
}

const latin =
  "der Bär läuft über größere Straßen café naïve résumé façade coöperate Ærøskøbing smörgåsbord piñata don't well-known the store keeps what was said and finds it again when asked by word or time a of in error timeout retry connection refused gateway session budget prompt compression Über ANGST ﬁnal ＷＩＤＥ";
const cyrillic =
  "память сессия ошибка соединение ёлка мой Йод быстрый поиск сообщение и в на тайм-аут Київ ґрунт";
const greek = "μνήμη συνεδρία σφάλμα λόγος ΛΌΓΟΣ αναζήτηση μήνυμα και το της Ελλάδα ήλιος";
const han =
  "今天 天气 很好 我们 去 公园 数据库 索引 搜索 消息 会话 记忆 错误 连接 超时 重试 模型 工具 的 是 了 𠮷野家 龍";
const japanese =
  "今日は 天気が いい です ありがとう データベース メモリー エラー が か ゞ 検索する 東京タワー ｶﾀｶﾅ プログラム";
const hangul = "안녕하세요 세션을 기억합니다 오류가 연결 시간초과 검색 메시지를 데이터베이스 나 가";
const thai = "สวัสดี ข้อความ ค้นหา หน่วยความจำ ข้อผิดพลาด เชื่อมต่อ ฐานข้อมูล น้ำ กิน ไป";
const arabic = "الذاكرة جلسة خطأ في الاتصال البحث رسالة قاعدة بيانات مُحَمَّد كتـــاب و من ١٢٣";
const devanagari = "स्मृति सत्र त्रुटि खोज संदेश हिन्दी में है";
const emoji = "😀 😀😁 👍🏽 ❤️ 👨‍👩‍👧 🇩🇪 🚀 🔥🔥";
const identifiers =
  "parseHttpRequest session_search src/http/parse-request.ts ./node_modules/.bin/tsc C:\\Users\\ada\\notes.txt https://example.com/a/b?c=d#e v1.2.3 sha256 utf8 HTTP_TIMEOUT_MS foo.bar.baz() createReadTool openState $HOME/.env user@example.com 12:30 3.14 main.py readFileSync e2e x86_64 PGconn libpq.so.5 __init__ a/b";

export const scripts: readonly Script[] = [
  { name: "Latin", spaced: true, words: latin.split(" ") },
  { name: "Cyrillic", spaced: true, words: cyrillic.split(" ") },
  { name: "Greek", spaced: true, words: greek.split(" ") },
  { name: "Han", spaced: false, words: han.split(" ") },
  { name: "Japanese", spaced: false, words: japanese.split(" ") },
  { name: "Hangul", spaced: true, words: hangul.split(" ") },
  { name: "Thai", spaced: false, words: thai.split(" ") },
  { name: "Arabic", spaced: true, words: arabic.split(" ") },
  { name: "Devanagari", spaced: true, words: devanagari.split(" ") },
];

const others = [...emoji.split(" "), ...identifiers.split(" ")];
const ends = [".", ",", "!", "?", ";", " –", "…", "。", "、", ":", ""];

/** A message of mostly one script, now and then with a word of another, an emoji, a path. */
export function makeText(random: Random, script: Script = random.of(scripts)): string {
  let text = "";
  const count = 3 + random.below(25);
  for (let index = 0; index < count; index++) {
    const chance = random.below(20);
    const from = chance === 0 ? random.of(scripts) : script;
    const word = chance === 1 ? random.of(others) : inflect(random, from, random.of(from.words));
    const glued = !from.spaced && random.below(3) > 0;
    text += `${word}${random.below(8) === 0 ? random.of(ends) : ""}${glued ? "" : random.of([" ", " ", " ", "\n"])}`;
  }
  return text;
}

/** Rare words beside the few of the list. */
function inflect(random: Random, { spaced }: Script, word: string): string {
  if (!spaced || random.below(4) > 0) return word;
  return word + word.slice(0, random.below(word.length + 1)).toLowerCase();
}
