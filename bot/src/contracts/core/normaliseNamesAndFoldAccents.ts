// Invisible characters are removed, so that names that look the same also compare as the same.
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const blanks = /[\s\u2800]+/g;

/** Returns the form by which names are compared: NFKC, lower case, single spaces, no invisible characters. */
export const normalName = (name: string): string =>
  name
    .replace(invisible, '')
    .normalize('NFKC')
    .toLowerCase()
    // Converting to lower case may produce characters that NFKC composes, so the text is normalised again.
    .normalize('NFKC')
    .replace(blanks, ' ')
    .trim();

// Plain forms of letters that Unicode does not decompose into a plain letter and a mark. The table also replaces ς, the
// form of σ at the end of a word.
const asciiLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't' },
  ...{ ẞ: 'ss', ĸ: 'k', ſ: 's', ς: 'σ' },
};
const special = new RegExp(`[${Object.keys(asciiLetters).join('')}]`, 'gu');
// Accents of Latin, Greek and Cyrillic, points of Hebrew and vowel signs of Arabic. The voicing marks of Japanese and
// the vowel signs of Indic scripts are kept, because they make a different letter.
const accents = /(?![\u3099\u309a])\p{Script=Inherited}|[\u0591-\u05c7]/gu;

/**
 * Returns the form of a name for searching: it ignores case and accents, and uses plain letters for ł, ø, ß and similar
 * letters.
 */
export const searchedName = (name: string): string =>
  normalName(name)
    .normalize('NFKD')
    .replace(accents, '')
    .replace(special, (character) => asciiLetters[character] ?? character)
    .normalize('NFKC');
