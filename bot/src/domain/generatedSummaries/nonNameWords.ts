import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';

// Words that are written like names but are not names: words that begin sentences, German nouns (written with a capital
// letter), and usual Japanese and Arabic words (scripts without capital letters). An unlisted word counts as a name. A
// word that is missing in the lists can therefore only drop a correct sentence; it never lets an invented name pass.

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const english =
  'a all also after although an and another are as at because before both but by due during each every everyone finally first for from ' +
  'further he her his however i if in instead is it its later meanwhile more most next no nobody none nothing now of on once one only ' +
  'other others our she since so some still that the their then there these they this those to today together tomorrow two under until ' +
  'we what when while with without work yesterday you';

const german =
  'alle allerdings als am an anschließend auch auf aufgrund außerdem bei beide bevor bis da dabei dadurch dafür dagegen daher danach dann ' +
  'daran das dass dazu der des dem den deshalb die dies diese dieser dieses ein eine einem einen einer eines er es für gestern hat heute ' +
  'ich ihr ihre im in ist jeder jedoch kein keine mit morgen nach nachdem neben nicht niemand noch nun nur ob ohne seine sein sie sind ' +
  'sobald sowie trotz um und von vor war weil weiterhin wenn während wegen wird zu zudem zuerst zum zur zuvor zwei zwischen ' +
  'abschluss abstimmung aktualisierung analyse änderung änderungen anfang anfrage anfragen anmeldung anpassung anpassungen antwort ' +
  'antworten arbeit arbeiten aufgabe aufgaben ausfall ausgabe auswertung bearbeitung bedarf beginn behebung bereich bericht berichte ' +
  'besprechung blocker code datei dateien daten datenbank dokumentation einführung einrichtung einstellung einstellungen ende entwicklung ' +
  'entwurf ergebnis ergebnisse erweiterung fehler feedback fertigstellung formular fortschritt frage fragen freigabe funktion funktionen ' +
  'gespräch grund hilfe hinweis hinweise idee kunde kunden lösung migration nachricht nachrichten nachmittag oberfläche ordner planung ' +
  'präsentation problem probleme projekt prozess prüfung rechnung rechnungen rückfrage rückmeldung schlüssel schnittstelle schritt schritte ' +
  'schulung seite seiten server sicherung stand start störung suche system tabelle tag tage team termin termine test tests thema themen ' +
  'überarbeitung überprüfung umgebung umsetzung update ursache verbesserung verbindung version verzögerung vorbereitung vorlage vormittag ' +
  'wartung website wechsel woche wochen zeit ziel ziele zugang zugriff zusammenarbeit';

const french =
  'à actuellement afin ainsi alors après au aucun aucune aujourd aussi autre autres aux avant avec ce ceci cela ces cet cette chaque ' +
  'comme dans de demain depuis des deux du elle elles en encore enfin ensuite entre et hier hui il ils je l la le les leur leurs lors lorsque ' +
  'mais malgré même nous on ou où par parce pendant personne peu plus plusieurs pour puis puisque quand que qui rien sa sans se ses seul ' +
  'si son sous sur tous tout toute toutes travail un une vers vous';

const spanish =
  'a actualmente además ahora al algunos algunas antes aunque ayer cada como con cuando de debido del desde después donde dos durante el ' +
  'ella ellas ellos en entonces entre es esta estas este esto estos finalmente hasta hoy la las lo los luego mañana mientras ningún ninguna ' +
  'no nada nadie nosotros o otra otras otro otros para pero por porque primero que se según si sin sobre solo su sus también tanto todas ' +
  'todavía todo todos trabajo tras un una unas unos y ya yo';

const japanese =
  '作業 対応 修正 実装 完了 開始 継続 予定 確認 調査 検証 更新 追加 変更 削除 作成 準備 設定 改善 改修 進行 進捗 報告 連絡 相談 依頼 承認 待 ' +
  '問題 課題 原因 影響 障害 不具合 解決 解消 解除 支援 助言 必要 不足 権限 情報 資料 文書 画面 機能 環境 本番 開発 設計 試験 結果 会議 打合 顧客 ' +
  '今日 昨日 明日 本日 今週 来週 先週 今朝 午前 午後 現在 今後 以降 以前 途中 最後 最初 次 前 後 中 上 下 内 外 間 時 日 週 月 年 者 方 人 件 的 化 性 ' +
  '担当 全員 各自 自分 他 一部 一方 引 続 取 組 進 終 始 行 見 出 入 書 読 直 加 済 残 使 用 受 送 待機 停止 再開 延期 遅延 中断 着手 終了 ' +
  'ブロック テスト チーム レビュー リリース バグ エラー データ サーバー コード ページ レポート タスク ミーティング';

const arabic =
  'في من على إلى عن مع هذا هذه ذلك تلك التي الذي الذين و أو ثم لكن لأن بسبب بعد قبل خلال عند حتى منذ كان كانت يكون تكون هو هي هم لا لم لن ليس ما أن إن ' +
  'قد كل بعض غير أيضا كما اليوم أمس غدا الآن لا زال يزال تزال عمل يعمل تعمل أكمل أكملت أنهى أنهت بدأ بدأت يبدأ تبدأ يواصل تواصل أصلح أصلحت يصلح تصلح ' +
  'يحتاج تحتاج ينتظر تنتظر ينوي تنوي يخطط تخطط راجع راجعت يراجع تراجع مشكلة مهمة مهام فريق تقرير اختبار خطأ عائق محظور متوقف انتهاء بداية تحديث صفحة';

const lists: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: words(english),
  de: words(german),
  fr: words(french),
  es: words(spanish),
  ja: words(japanese),
  ar: words(arabic),
};

export const isNonNameWord = (word: string, language: Language): boolean => lists[language].has(word);
