import type { MeetingForm } from '../form/values.ts';

/** What of a report is edited, in the order the form shows it. The type is fixed. */
export const parts = [
  'name',
  'weekdays',
  'interval',
  'time',
  'timezone',
  'timeBasis',
  'channelId',
  'members',
  'questions',
  'publicBroadcastMessage',
  'reportSummaryTime',
  'isReminderEnabled',
  'firstReminderMessage',
  'secondReminderMessage',
  'isReportSummaryInChat',
  'reportSummaryEmail',
] as const satisfies readonly (keyof MeetingForm)[];
export type Part = (typeof parts)[number];

/** Whose version of a part is kept. */
export type Side = 'theirs' | 'mine';

export interface Difference {
  readonly part: Part;
  /** Who changed it since the edit began: `both` needs a decision, the others are clear. */
  readonly changedBy: Side | 'both';
}

const plain = (part: Part, form: MeetingForm): string => {
  if (part === 'members') return JSON.stringify([...form.members].sort());
  const value = form[part];
  return JSON.stringify(typeof value === 'string' ? value.trim() : value);
};

/** Where two versions differ that both began as `base`. */
export const differencesOf = (base: MeetingForm, theirs: MeetingForm, mine: MeetingForm): readonly Difference[] =>
  parts.flatMap((part): readonly Difference[] => {
    const [was, other, own] = [base, theirs, mine].map((form) => plain(part, form));
    if (other === own) return [];
    if (own === was) return [{ part, changedBy: 'theirs' }];
    return [{ part, changedBy: other === was ? 'mine' : 'both' }];
  });

export type Choices = Readonly<Partial<Record<Part, Side>>>;

/** What only one side changed is that side's; what both changed is for a person to decide. */
export const clearChoices = (differences: readonly Difference[]): Choices =>
  Object.fromEntries(differences.flatMap(({ part, changedBy }) => (changedBy === 'both' ? [] : [[part, changedBy]])));

export const allOf = (differences: readonly Difference[], side: Side): Choices =>
  Object.fromEntries(differences.map(({ part }) => [part, side]));

/** Their version with the parts of mine that were chosen. */
export const merged = (theirs: MeetingForm, mine: MeetingForm, choices: Choices): MeetingForm => ({
  ...theirs,
  ...Object.fromEntries(parts.flatMap((part) => (choices[part] === 'mine' ? [[part, mine[part]]] : []))),
});
