import { isNumberWord, numbersIn, plainText } from './plainTextAndStatedNumbers.ts';

const found = (text: string): string[] => [...numbersIn(text)];

describe('the numbers of a text', () => {
  it.each([
    ['one digit or many', '3 of 1234', ['3', '1234']],
    ['with a point or a comma as the same sign', '1.50, 2,750.25', ['1.50', '2.750.25']],
    ['without the point that ends a sentence', 'It took 12.', ['12']],
    ['as a whole with times, dates and versions', '10:30 2026-11-27 1/2/34', ['10:30', '2026-11-27', '1/2/34']],
    ['with the percent sign, near or far', '20%, 30 %, 40 ٪', ['20%', '30%', '40%']],
    ['with the currency before or after it', '€15, $ 16, 17€, 18 £', ['€15', '$16', '17€', '18£']],
    ['with a minus sign, also of another form', '-5, −6%, -$7, –8', ['-5', '-6%', '-$7', '-8']],
    ['without a dash that is no minus sign', 'K-8, 3 - 4, A–5', ['8', '3', '4', '5']],
    ['with the sign for thousands', '5k 6K 7km', ['5k', '6k', '7']],
    ['inside words', 'v22 K8s', ['22', '8']],
    ['in each script with digits', '٣٤ ７ ९', ['34', '7', '9']],
    ['in circles that have no digit', '❶❷', ['❶❷']],
    ['in kanji only before a counter', '三十件 と 十分 一緒', ['三十', '十']],
    ['spelled, in any case', 'Three of NINE', ['3', '9']],
    ['none', 'Ann fixed the login', []],
  ])('are found %s: %s', (_, text, numbers) => {
    expect(found(text)).toEqual(numbers);
  });

  it.each([
    ['2', 'two', 'zwei', 'deux', 'dos', 'اثنان'],
    ['3', 'three', 'drei', 'trois', 'tres', 'ثلاثة'],
    ['4', 'four', 'vier', 'quatre', 'cuatro', 'أربعة'],
    ['5', 'five', 'fünf', 'cinq', 'cinco', 'خمسة'],
    ['6', 'six', 'sechs', 'seis', 'ستة'],
    ['7', 'seven', 'sieben', 'sept', 'siete', 'سبعة'],
    ['8', 'eight', 'acht', 'huit', 'ocho', 'ثمانية'],
    ['9', 'nine', 'neun', 'neuf', 'nueve', 'تسعة'],
    ['10', 'ten', 'zehn', 'dix', 'diez', 'عشرة'],
    ['11', 'eleven', 'elf', 'onze', 'once'],
    ['12', 'twelve', 'dozen', 'zwölf', 'douze', 'doce'],
    ['13', 'thirteen', 'dreizehn', 'treize', 'trece'],
    ['14', 'fourteen', 'vierzehn', 'quatorze', 'catorce'],
    ['15', 'fifteen', 'fünfzehn', 'quinze', 'quince'],
    ['16', 'sixteen', 'sechzehn', 'seize', 'dieciséis'],
    ['17', 'seventeen', 'siebzehn', 'diecisiete'],
    ['18', 'eighteen', 'achtzehn', 'dieciocho'],
    ['19', 'nineteen', 'neunzehn', 'diecinueve'],
    ['20', 'twenty', 'zwanzig', 'vingt', 'veinte', 'عشرون'],
    ['30', 'thirty', 'dreißig', 'trente', 'treinta', 'ثلاثون'],
    ['40', 'forty', 'vierzig', 'quarante', 'cuarenta', 'أربعون'],
    ['50', 'fifty', 'fünfzig', 'cinquante', 'cincuenta', 'خمسون'],
    ['60', 'sixty', 'sechzig', 'soixante', 'sesenta', 'ستون'],
    ['70', 'seventy', 'siebzig', 'setenta', 'سبعون'],
    ['80', 'eighty', 'achtzig', 'ochenta', 'ثمانون'],
    ['90', 'ninety', 'neunzig', 'noventa', 'تسعون'],
    ['100', 'hundred', 'hundert', 'cent', 'cien', 'مئة'],
    ['1000', 'thousand', 'tausend', 'mille', 'mil', 'ألف'],
    ['1000000', 'million', 'millions', 'millón', 'مليون'],
  ])('are %s if a language spells them so', (value, ...words) => {
    expect(words.map((word) => found(word).join())).toEqual(words.map(() => value));
    expect(words.every(isNumberWord)).toBe(true);
  });

  it.each([
    ['0.5', 'half', 'hälfte', 'moitié', 'mitad', 'نصف'],
    ['0', 'zero', 'zéro', 'cero', 'صفر'],
    ['3', 'thrice', 'tripled', 'threefold', 'dreimal', 'dreifache'],
    ['12', 'dozens', 'dutzende', 'douzaines', 'docenas'],
    ['4', 'vierfach', 'vierfache', 'vierfachen', 'vierfaches'],
    ['21', 'veintiuno', 'veintiuna', 'veintiún'],
    ['22', 'veintidós'],
    ['23', 'veintitrés'],
    ['24', 'veinticuatro'],
    ['25', 'fünfundzwanzig', 'veinticinco'],
    ['26', 'veintiséis'],
    ['27', 'veintisiete'],
    ['28', 'veintiocho'],
    ['29', 'veintinueve', 'neunundzwanzig'],
    ['36', 'sechsunddreißig', 'sechsunddreissig'],
    ['100', 'hundreds', 'einhundert', 'centaines', 'cientos', 'مئات'],
    ['200', 'zweihundert', 'doscientos', 'مئتان'],
    ['300', 'trescientos', 'trescientas'],
    ['325', 'dreihundertfünfundzwanzig'],
    ['400', 'cuatrocientos', 'cuatrocientas'],
    ['500', 'quinientos', 'quinientas'],
    ['600', 'seiscientos', 'seiscientas'],
    ['700', 'setecientos', 'setecientas'],
    ['800', 'ochocientos', 'ochocientas'],
    ['900', 'novecientos', 'novecientas'],
    ['1000', 'thousands', 'tausende', 'milliers', 'miles', 'آلاف'],
    ['1001', 'tausendundeins'],
    ['2000', 'ألفان', 'ألفين'],
    ['12300', 'zwölftausenddreihundert'],
    ['100000', 'hunderttausend'],
    ['1000000000', 'billion', 'milliarde', 'milliard', 'مليار'],
  ])('are %s also for groups, parts and German or Spanish compounds', (value, ...words) => {
    expect(words.map((word) => found(word).join())).toEqual(words.map(() => value));
  });

  it.each([
    ...['stunden', 'grund', 'hundertprozentig', 'einmal', 'manifold', 'undundund', 'dreiundvier', 'jahrhundert'],
    ...['zehnundzwanzig', 'zweiundcent', 'hausundzwanzig', 'malzwei', 'fachdrei', 'خومسة'],
  ])('do not include the word %s', (word) => {
    expect([...found(word), isNumberWord(word)]).toEqual([false]);
  });

  it('are found behind joined Arabic particles and below vowel signs', () => {
    expect(['وعشرين', 'بخمسة', 'خَمسة', 'خـمسة'].map((word) => [found(word).join(), isNumberWord(word)])).toEqual(
      ['20', '5', '5', '5'].map((value) => [value, true]),
    );
  });

  it('do not include "one", which is an article in most languages', () => {
    expect([...found('one eine une'), isNumberWord('one')]).toEqual([false]);
  });
});

describe('the plain spelling of a text', () => {
  it.each([
    ['the same apostrophe', 'Ann’s Annʼs Ann`s', "Ann's Ann's Ann's"],
    ['the same dash', '1‐2‑3‒4–5—6−7', '1-2-3-4-5-6-7'],
    ['no invisible characters', 'Mal\u200Blo\u034Fry', 'Mallory'],
    ['Latin digits', '٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['no wide letters', 'Ａｎｎ', 'Ann'],
  ])('has %s', (_, text, plain) => {
    expect(plainText(text)).toBe(plain);
  });
});
