// Invisible characters must not make two names different.
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const blanks = /[\s\u2800]+/g;

/** Two names are the same when this is: NFKC, lower case, blanks collapsed, invisible characters removed. */
export const normalName = (name: string): string =>
  name
    .replace(invisible, '')
    .normalize('NFKC')
    .toLowerCase()
    // Lower case may leave what NFKC would still compose.
    .normalize('NFKC')
    .replace(blanks, ' ')
    .trim();

// Letters that Unicode does not decompose into a plain letter and a mark.
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't' },
  ...{ ẞ: 'ss', ĸ: 'k', ſ: 's', ς: 'σ' },
};
const special = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');
// Accents of Latin, Greek and Cyrillic, points of Hebrew, vowel signs of Arabic. The voicing marks of Japanese make other letters,
// and the vowel signs of Indic scripts belong to theirs.
const accents = /(?![\u3099\u309a])\p{Script=Inherited}|[\u0591-\u05c7]/gu;

/** The form of a name for searching: without case and accents, and with plain letters for ł, ø, ß and the like. */
export const searchedName = (name: string): string =>
  normalName(name)
    .normalize('NFKD')
    .replace(accents, '')
    .replace(special, (email) => plainLetters[email] ?? email)
    .normalize('NFKC');
