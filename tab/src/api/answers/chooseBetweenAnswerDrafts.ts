import type { AnswerDraft, draftConflict } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { z } from 'zod';
import { ApiError } from '../client/apiClient.ts';
import { answerOf, cardValuesOf } from './fillCardAndReadAnswer.ts';
import type { CardValues } from './fillCardAndReadAnswer.ts';

// Chooses the text that a form shows if the draft in this browser and the draft on the server differ.

/** The draft of a form in the storage of this browser. */
export interface KeptForm {
  readonly values: CardValues;
  /** Version of the server's draft from which this form continued; null = the server had no draft. */
  readonly version: string | null;
  /** True if the server has stored these values. */
  readonly isSaved: boolean;
}

/**
 * MINE: the form shows the text of this browser. THEIRS: it shows the text of the loaded card. CONFLICT: it shows the
 * text of this browser and asks the reader to choose.
 */
export type FormChoice = 'MINE' | 'THEIRS' | 'CONFLICT';

const sameText = (mine: CardValues, theirs: CardValues): boolean =>
  Object.entries(mine).every(([name, value]) => {
    const other = Object.hasOwn(theirs, name) ? theirs[name] : '';
    return value.trim() === other?.trim();
  });

/**
 * Chooses the text that the form of a newly loaded card shows. Text that this browser has not yet saved on the server
 * is never replaced without asking the reader.
 */
export const chooseForm = (
  kept: KeptForm | undefined,
  loaded: { readonly card: object; readonly draft?: AnswerDraft | null | undefined },
): FormChoice => {
  if (kept === undefined) return 'THEIRS';
  if (kept.version === (loaded.draft?.version ?? null)) return 'MINE';
  if (sameText(kept.values, cardValuesOf(loaded.card))) return 'THEIRS';
  // The server had stored this browser's text and now has a newer draft. So another device has continued this text, and
  // the form shows the newer draft.
  return kept.isSaved && loaded.draft != null ? 'THEIRS' : 'CONFLICT';
};

/**
 * Returns the draft that another device saved meanwhile, if the server therefore refused to save this one; null = the
 * answer was sent, here or on another device. Undefined for any other error.
 */
export const draftConflictOf = (error: unknown): AnswerDraft | null | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'DRAFT_CHANGED') return undefined;
  return (error.reply?.data as z.output<typeof draftConflict> | null | undefined)?.draft ?? null;
};

export const draftBodyOf = (
  run: Parameters<typeof answerOf>[0],
  { values, version }: Pick<KeptForm, 'values' | 'version'>,
) => ({ ...answerOf(run, values), version });

/** Returns only the inputs that have a value. The card that "Same as last time" fills in then keeps these values. */
export const filledInputs = (inputs: CardValues): CardValues =>
  Object.fromEntries(Object.entries(inputs).filter(([, value]) => value.trim() !== ''));
