import type { Letter } from '../gateways/mail.ts';

/** NOT_YET: what the letter is about is not written (yet); NOTHING: there is nothing to say any more. */
export type LetterContent =
  { readonly is: 'LETTER'; readonly letter: Letter } | { readonly is: 'NOT_YET' } | { readonly is: 'NOTHING' };

export const nothing: LetterContent = { is: 'NOTHING' };
export const notYet: LetterContent = { is: 'NOT_YET' };
export const letterIs = (letter: Letter): LetterContent => ({ is: 'LETTER', letter });
