import type { MeetingForm } from '../form/formValuesAndSaveInput.ts';

/** The parts of a report that the reader can edit, in the order of the form. The type cannot change. */
export const parts = [
  'name',
  'weekdays',
  'interval',
  'time',
  'timezone',
  'timeBasis',
  'channelId',
  'attention',
  'members',
  'observers',
  'questions',
  'publicBroadcastMessage',
  'reportSummaryTime',
  'blockerReminderDays',
  'blockerEscalationDays',
  'isReminderEnabled',
  'firstReminderMessage',
  'secondReminderMessage',
  'isReportSummaryInChat',
  'reportSummaryEmail',
] as const satisfies readonly (keyof MeetingForm)[];
export type Part = (typeof parts)[number];

/** The version of a part that is kept in a conflict: the other person's or the reader's. */
export type Side = 'theirs' | 'mine';

export interface Difference {
  readonly part: Part;
  /** The side that changed the part since the edit began. The reader must decide only about `both`. */
  readonly changedBy: Side | 'both';
}

const plain = (part: Part, form: MeetingForm): string => {
  if (part === 'members' || part === 'observers') return JSON.stringify([...form[part]].sort());
  const value = form[part];
  return JSON.stringify(typeof value === 'string' ? value.trim() : value);
};

/** Returns the parts in which the two versions differ. Both versions began as `base`. */
export const listDifferences = (base: MeetingForm, theirs: MeetingForm, mine: MeetingForm): readonly Difference[] =>
  parts.flatMap((part): readonly Difference[] => {
    const [was, other, own] = [base, theirs, mine].map((form) => plain(part, form));
    if (other === own) return [];
    if (own === was) return [{ part, changedBy: 'theirs' }];
    return [{ part, changedBy: other === was ? 'mine' : 'both' }];
  });

export type Choices = Readonly<Partial<Record<Part, Side>>>;

/**
 * Returns the choices that are clear without the reader: a part that only one side changed gets this side's version.
 * Parts that both sides changed are left out.
 */
export const clearChoices = (differences: readonly Difference[]): Choices =>
  Object.fromEntries(differences.flatMap(({ part, changedBy }) => (changedBy === 'both' ? [] : [[part, changedBy]])));

export const allOf = (differences: readonly Difference[], side: Side): Choices =>
  Object.fromEntries(differences.map(({ part }) => [part, side]));

/**
 * Returns the other person's version of the form, with the reader's version of each part for which the choice is
 * `mine`.
 */
export const mergedDraft = (theirs: MeetingForm, mine: MeetingForm, choices: Choices): MeetingForm => ({
  ...theirs,
  ...Object.fromEntries(parts.flatMap((part) => (choices[part] === 'mine' ? [[part, mine[part]]] : []))),
});
