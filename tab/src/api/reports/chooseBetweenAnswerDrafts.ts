import type { AnswerDraft, draftConflict } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { z } from 'zod';
import { ApiError } from '../client/apiClient.ts';
import { answerOf, cardValuesOf } from './fillCardAndReadAnswer.ts';
import type { CardValues } from './fillCardAndReadAnswer.ts';

// Decides which text a form shows if this browser and the server have different drafts of it.

/** The draft of a form in the storage of this browser. */
export interface KeptForm {
  readonly values: CardValues;
  /** Version of the server's draft that this form continues; null = the server had no draft. */
  readonly version: string | null;
  /** True if the server has stored these values. */
  readonly isSaved: boolean;
}

/** MINE: the kept form is shown. THEIRS: the loaded card is shown. CONFLICT: the reader chooses, and the kept form is shown meanwhile. */
export type FormChoice = 'MINE' | 'THEIRS' | 'CONFLICT';

const sameText = (mine: CardValues, theirs: CardValues): boolean =>
  Object.entries(mine).every(([name, value]) => {
    const other = Object.hasOwn(theirs, name) ? theirs[name] : '';
    return value.trim() === other?.trim();
  });

/**
 * Decides which form a newly loaded card shows. Text that this browser has not saved is never replaced without asking
 * the reader.
 */
export const chooseForm = (
  kept: KeptForm | undefined,
  loaded: { readonly card: object; readonly draft?: AnswerDraft | null | undefined },
): FormChoice => {
  if (kept === undefined) return 'THEIRS';
  if (kept.version === (loaded.draft?.version ?? null)) return 'MINE';
  if (sameText(kept.values, cardValuesOf(loaded.card))) return 'THEIRS';
  // If the server had stored this browser's text and now has another draft, another device continued that text, so the
  // newer draft is shown.
  return kept.isSaved && loaded.draft != null ? 'THEIRS' : 'CONFLICT';
};

/**
 * Returns the draft that another device has saved in the meantime; null = the answer was sent, here or on another device.
 * Undefined for any other error.
 */
export const draftConflictOf = (error: unknown): AnswerDraft | null | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'DRAFT_CHANGED') return undefined;
  return (error.reply?.data as z.output<typeof draftConflict> | null | undefined)?.draft ?? null;
};

export const draftBodyOf = (
  run: Parameters<typeof answerOf>[0],
  { values, version }: Pick<KeptForm, 'values' | 'version'>,
) => ({ ...answerOf(run, values), version });

/** Returns the inputs that have a value, so that a refilled form keeps them. */
export const filledInputs = (inputs: CardValues): CardValues =>
  Object.fromEntries(Object.entries(inputs).filter(([, value]) => value.trim() !== ''));
