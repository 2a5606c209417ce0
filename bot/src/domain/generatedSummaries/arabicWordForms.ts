/** Returns the text without Arabic vowel signs and lengthening characters, which do not change a word. */
export const withoutMarks = (text: string): string => text.replace(/[\u064B-\u0652\u0670\u0640]/g, '');

/** Particles that Arabic joins to a number or a day, such as "and" and "in". */
const particle = /^[وفبلك](?=\p{Script=Arabic})/u;

/**
 * Returns the forms of a word to look up as a number or a day: the word without Arabic vowel signs, and also without a
 * joined particle such as "and". The checks of numbers and of days use the same forms, so that both checks agree about
 * each word.
 */
export const arabicWordForms = (word: string): readonly string[] => {
  const plain = withoutMarks(word);
  return [plain, plain.replace(particle, '')];
};
