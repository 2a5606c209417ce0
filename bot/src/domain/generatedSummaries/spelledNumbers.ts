// Finds the values of spelled numbers in English, German, French, Spanish and Arabic. The words for 1 do not count as
// numbers, because most of these languages use them as articles. Ordinal numbers do not count either, because "first"
// and "second" are ordinary words.

/** Words by value. Words for groups and parts count as their number, such as "dozens" as 12 and "half" as 0.5. */
const spelled: Readonly<Record<string, string>> = {
  '0.5': 'half halves halved hälfte halb halbe halben halber halbes halbiert moitié mitad نصف',
  0: 'zero zéro cero صفر',
  2: 'two twice both double doubled zwei zwo beide doppelt verdoppelt deux doublé dos ambos اثنان اثنين اثنتان اثنتين',
  3: 'three thrice triple tripled drei dreifach verdreifacht trois triplé tres triplicado ثلاثة ثلاث',
  4: 'four quadruple vier quatre cuatro أربعة أربع',
  5: 'five fünf cinq cinco خمسة خمس',
  6: 'six sechs seis ستة ست',
  7: 'seven sieben sept siete سبعة سبع',
  8: 'eight acht huit ocho ثمانية ثماني',
  9: 'nine neun neuf nueve تسعة تسع',
  10: 'ten tens zehn dix dizaine dizaines diez decena decenas عشرة عشر عشرات',
  11: 'eleven elf onze once',
  12: 'twelve dozen dozens zwölf dutzend dutzende dutzenden douze douzaine douzaines doce docena docenas',
  13: 'thirteen dreizehn treize trece',
  14: 'fourteen vierzehn quatorze catorce',
  15: 'fifteen fünfzehn quinze quinzaine quince',
  16: 'sixteen sechzehn seize dieciséis',
  17: 'seventeen siebzehn diecisiete',
  18: 'eighteen achtzehn dieciocho',
  19: 'nineteen neunzehn diecinueve',
  20: 'twenty zwanzig vingt vingts vingtaine veinte veintena عشرون عشرين',
  21: 'veintiuno veintiuna veintiún',
  22: 'veintidós',
  23: 'veintitrés',
  24: 'veinticuatro',
  25: 'veinticinco',
  26: 'veintiséis',
  27: 'veintisiete',
  28: 'veintiocho',
  29: 'veintinueve',
  30: 'thirty dreißig dreissig trente trentaine treinta ثلاثون ثلاثين',
  40: 'forty vierzig quarante quarantaine cuarenta أربعون أربعين',
  50: 'fifty fünfzig cinquante cinquantaine cincuenta خمسون خمسين',
  60: 'sixty sechzig soixante soixantaine sesenta ستون ستين',
  70: 'seventy siebzig septante setenta سبعون سبعين',
  80: 'eighty achtzig huitante octante ochenta ثمانون ثمانين',
  90: 'ninety neunzig nonante noventa تسعون تسعين',
  100: 'hundred hundreds hundert hunderte hunderten cent cents centaine centaines cien ciento cientos centenar centenares مئة مائة مئات',
  200: 'doscientos doscientas مئتان مئتين',
  300: 'trescientos trescientas',
  400: 'cuatrocientos cuatrocientas',
  500: 'quinientos quinientas',
  600: 'seiscientos seiscientas',
  700: 'setecientos setecientas',
  800: 'ochocientos ochocientas',
  900: 'novecientos novecientas',
  1000: 'thousand thousands tausend tausende tausenden mille millier milliers mil miles millar millares ألف آلاف',
  2000: 'ألفان ألفين',
  1000000: 'million millions millionen millón millones مليون ملايين',
  1000000000: 'billion billions milliarde milliarden milliard milliards مليار مليارات',
};

const valueOfWord: ReadonlyMap<string, string> = new Map(
  Object.entries(spelled).flatMap(([value, words]) => words.split(' ').map((word): [string, string] => [word, value])),
);

const simpleValue = (word: string): number | undefined => {
  if (word === 'ein' || word === 'eins') return 1;
  const known = valueOfWord.get(word);
  return known === undefined ? undefined : Number(known);
};

/**
 * Returns the value of a German number whose unit precedes its tens, such as "fünfundzwanzig"; undefined for other
 * words.
 */
const unitAndTens = (word: string): number | undefined => {
  const [unit = Number.NaN, tens = Number.NaN] = word.split('und').map(simpleValue);
  return unit < 10 && tens >= 20 && tens < 100 ? unit + tens : undefined;
};

/** Returns the value of a spelled number, including German numbers in one word such as "dreihundertfünfundzwanzig". */
const compoundValue = (part: string): number | undefined => {
  const known = simpleValue(part);
  if (known !== undefined) return known;
  for (const [word, size] of [
    ['tausend', 1000],
    ['hundert', 100],
  ] as const) {
    const at = part.indexOf(word);
    if (at < 0) continue;
    const [before, after] = [part.slice(0, at), part.slice(at + word.length).replace(/^und/, '')];
    const factor = before === '' ? 1 : compoundValue(before);
    const rest = after === '' ? 0 : compoundValue(after);
    return factor === undefined || rest === undefined ? undefined : factor * size + rest;
  }
  return unitAndTens(part);
};

/** Endings that turn a number into a multiple, such as "fold" in "tenfold". */
const multiple = /(?:fold|mal|fach(?:e[nrs]?)?)$/;

/**
 * Returns the value of a spelled number as decimal digits; undefined for 1 and for any other word. `word`: in lower
 * case.
 */
export const spelledValue = (word: string): string | undefined => {
  const value = compoundValue(word.replace(multiple, ''));
  return value === undefined || value === 1 ? undefined : String(value);
};
