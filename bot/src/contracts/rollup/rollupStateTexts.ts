import type { MessageKey, MessageValues } from '../text/translateAndMessageKeyTypes.ts';
import type { RollupEntry } from './rollupQueryAndResult.ts';

// Turns a member's state in a run into texts, for the page of a roll-up and for files.

type StateKey = Extract<MessageKey, `rollup.${string}` | `personPage.${string}` | `unreachable.${string}`>;

type EntryState = Pick<
  RollupEntry,
  'state' | 'run' | 'isLate' | 'skipReason' | 'wasNotAsked' | 'unreachable' | 'goalsTicked' | 'goalsOffered'
>;

export interface RollupStateTexts {
  readonly state: string;
  /** Further texts, such as "late" or the reason of a missing answer. */
  readonly details: readonly string[];
}

export const rollupStateTexts = (
  entry: EntryState,
  t: (key: StateKey, values?: MessageValues) => string,
): RollupStateTexts => {
  const { state, run, isLate, skipReason = '', wasNotAsked, unreachable, goalsTicked, goalsOffered } = entry;
  const isMissing = state === 'MISSING' || state === 'OPEN';
  const isOver = run === 'MISSED' || run === 'CANCELLED';
  return {
    state: t(`personPage.state${isOver && state === 'OPEN' ? 'NOT_DUE' : state}`),
    details: [
      ...(isLate ? [t('personPage.late')] : []),
      ...(skipReason === '' ? [] : [skipReason]),
      ...(isMissing && wasNotAsked ? [t('rollup.wasNotAsked')] : []),
      ...(isMissing && !wasNotAsked && unreachable !== null ? [t(`unreachable.${unreachable}`)] : []),
      ...(goalsOffered > 0 ? [t('rollup.goalsTicked', { ticked: goalsTicked, offered: goalsOffered })] : []),
      ...(isOver ? [t(`personPage.run${run}`)] : []),
    ],
  };
};
