import type { Attachment, Letter } from '../../gateways/mail.ts';

/** NOT_YET: the row that the email needs is not written (yet); NOTHING: the email is not needed any more. */
export type LetterContent =
  | { readonly is: 'LETTER'; readonly letter: Letter; readonly attachments?: readonly Attachment[] }
  | { readonly is: 'NOT_YET' }
  | { readonly is: 'NOTHING' };

export const nothing: LetterContent = { is: 'NOTHING' };
export const notYet: LetterContent = { is: 'NOT_YET' };
export const letterIs = (letter: Letter, attachments: readonly Attachment[] = []): LetterContent => ({
  is: 'LETTER',
  letter,
  attachments,
});
