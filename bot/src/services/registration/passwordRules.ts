import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { limits, productName } from '#contracts/core/limitsAndProductConstants.ts';
import { once } from '../../concurrency/once.ts';
import common from './commonPasswords.json' with { type: 'json' };

/** Texts that a person who knows the owner of the account would try first as a password. */
export interface PasswordContext {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly orgNames: readonly string[];
}

const swaps: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
};

/**
 * Returns one or two spellings of a text for comparison: in lower case, and in lower case with look-alike signs as
 * letters (p@ssw0rd becomes password). They are never stored.
 */
const spellings = (text: string): readonly string[] => {
  const plain = text.normalize('NFKC').toLowerCase();
  const read = Array.from(plain, (sign) => swaps[sign] ?? sign).join('');
  return plain === read ? [plain] : [plain, read];
};

/**
 * Returns the set of common passwords. It is built at its first use, because most starts of the server check no
 * password.
 */
const commonPasswords = once((): ReadonlySet<string> => new Set(common.passwords.flatMap(spellings)));
const byLength = (text: string, other: string): number => other.length - text.length;
const commonPasswordWords = [...common.words].sort(byLength);

const rows = ['1234567890', '0123456789', 'qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl', 'qsdfghjklm'];
const lines = [...rows, 'zxcvbnm', 'yxcvbnm', 'wxcvbn', 'abcdefghijklmnopqrstuvwxyz', '!@#$%^&*()'];
const walks = lines.flatMap((line) => [line, Array.from(line).reverse().join('')]);

/**
 * Returns the length of the sequence at the start of the text: a part of a keyboard row or of the alphabet, or a
 * repeated character. A sequence of fewer than three characters gives 0.
 */
const runAt = (text: string): number => {
  let same = 1;
  while (same < text.length && text[same] === text[0]) same += 1;
  let along = 0;
  for (const walk of walks) {
    let length = 1;
    while (length < text.length && walk.includes(text.slice(0, length + 1))) length += 1;
    along = Math.max(along, length);
  }
  const longest = Math.max(same, along);
  return longest < 3 ? 0 : longest;
};

/**
 * Returns the repeated part of a text that consists only of repetitions (abc for abcabcabc); otherwise the whole text.
 */
const period = (text: string): string => {
  const index = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, index);
};

const year = /^(?:19|20)\d\d(?!\d)/;
const digit = /\d/;
const separator = /[\s._-]/;
const guessesPerWord = 2;

/**
 * Returns how many characters an attacker must guess who knows common words, years and keyboard rows. A repeated part
 * counts once, a word as two characters, a year or a sequence as one, a separator as none, every other character as
 * one.
 */
const worthOf = (text: string): number => {
  let rest = period(text);
  let worth = 0;
  let last = '';
  while (rest !== '') {
    const run = runAt(rest);
    const word = commonPasswordWords.find((commonWord) => commonWord.length > 2 && rest.startsWith(commonWord));
    const [sign = ''] = rest;
    let match: readonly [length: number, worth: number] = [sign.length, separator.test(sign) ? 0 : 1];
    if (word !== undefined && word.length >= run) match = [word.length, guessesPerWord];
    else if (run > 0) match = [run, 1];
    else if (!digit.test(last) && year.test(rest)) match = [4, 1];
    last = rest.charAt(match[0] - 1);
    rest = rest.slice(match[0]);
    worth += match[1];
  }
  return worth;
};

const leastWorth = 8;

const isCommon = (password: string): boolean =>
  spellings(password).some((spelling) => commonPasswords().has(spelling)) ||
  spellings(password).some((spelling) => worthOf(spelling) < leastWorth);

const leastOwn = 4;
const notText = /[^\p{L}\p{N}]+/u;

/**
 * Returns the words of the person's names, email address and organisations, and the name of the product. Words of fewer
 * than four characters are left out, because too many good passwords contain them by chance.
 */
const personalWords = ({ firstName, lastName, email, orgNames }: PasswordContext): readonly string[] => {
  const [local = '', domain = ''] = email.split('@');
  const names = [firstName, lastName, local, ...domain.split('.').slice(0, -1), productName, ...orgNames];
  const whole = [
    `${firstName}${lastName}`,
    `${lastName}${firstName}`,
    ...orgNames.map((name) => name.replace(notText, '')),
  ];
  const words = [...names.flatMap((name) => name.split(notText)), ...whole];
  return [...new Set(words.flatMap(spellings))].filter((word) => Array.from(word).length >= leastOwn).sort(byLength);
};

const isLetter = (sign: string | undefined): boolean => sign !== undefined && /\p{L}/u.test(sign);

/**
 * True if the word occurs with no letter directly before it or directly after it: "mark" in mark-2026-xyz and markus,
 * but not in remarkable.
 */
const isSeparateWord = (text: string, word: string): boolean => {
  for (let index = text.indexOf(word); index >= 0; index = text.indexOf(word, index + 1))
    if (!isLetter(text[index - 1]) || !isLetter(text[index + word.length])) return true;
  return false;
};

const isPersonal = (password: string, context: PasswordContext): boolean => {
  const words = personalWords(context);
  return spellings(password).some((text) => {
    if (words.some((word) => isSeparateWord(text, word))) return true;
    const without = words.reduce((left, word) => left.replaceAll(word, ''), text);
    return without !== text && Array.from(without).length < limits.passwordMin;
  });
};

/**
 * Throws PASSWORD_WEAK for a password that an attacker would guess early: too short, personal or common. The password
 * itself is never changed; only the comparison uses other spellings.
 */
export const checkPassword = (password: string, context: PasswordContext): void => {
  if (Array.from(password).length < limits.passwordMin)
    throw new AppError('PASSWORD_WEAK', { message: 'passwordRule.tooShort', values: { min: limits.passwordMin } });
  if (isPersonal(password, context)) throw new AppError('PASSWORD_WEAK', { message: 'passwordRule.personal' });
  if (isCommon(password)) throw new AppError('PASSWORD_WEAK', { message: 'passwordRule.common' });
};
