// The blockers of a played week, and the messages that the product owes for them. The report reminds after one working
// day and escalates after two. Positions are places in the list of members; a weekday is 1 on Monday and 5 on Friday.

export const reminderRule = { blockerReminderDays: 1, blockerEscalationDays: 2 } as const;

/** Number of people in a team that plays the week. */
export const peopleOfWeek = 14;

/** Quiet hours by position, in minutes after midnight UTC. The reports open at 09:00 and close at 11:00. */
export const quietOfWeek: ReadonlyMap<number, { readonly from: number; readonly to: number }> = new Map([
  [11, { from: 8 * 60, to: 9 * 60 + 40 }],
  // The quiet hours end after the close, so the prompt comes in the grace (the time for late answers).
  [12, { from: 8 * 60, to: 11 * 60 + 30 }],
  [13, { from: 20 * 60, to: 9 * 60 + 20 }],
]);

/** Positions of the people who never answer. */
export const silentPeople: readonly number[] = [8, 9, 11, 12, 13];

/** By position of a blocked person: the weekdays on which this person's answer reports a blocker. */
export const blockedDays: ReadonlyMap<number, readonly number[]> = new Map([
  [1, [1, 2, 3, 4]],
  [2, [1, 3, 4]],
]);

export interface WeekChange {
  readonly weekday: number;
  /** Time of the change, in minutes after midnight UTC. */
  readonly minute: number;
  /** Position of the blocked person. */
  readonly owner: number;
  readonly by: number;
  readonly action: 'NEED' | 'ACKNOWLEDGE' | 'HAND_BACK';
  readonly needed?: number;
}

export const weekChanges: readonly WeekChange[] = [
  { weekday: 1, minute: 595, owner: 1, by: 1, action: 'NEED', needed: 13 },
  { weekday: 1, minute: 597, owner: 2, by: 2, action: 'NEED', needed: 10 },
  { weekday: 3, minute: 597, owner: 2, by: 2, action: 'NEED', needed: 10 },
  { weekday: 4, minute: 590, owner: 1, by: 13, action: 'ACKNOWLEDGE' },
  { weekday: 4, minute: 600, owner: 1, by: 13, action: 'HAND_BACK' },
];

export type WeekMessage = 'card' | 'reminder' | 'own-reminder' | 'escalation' | 'handed-back';

/** Messages by weekday, each with the position of the blocked person. */
const owedOn: ReadonlyMap<number, readonly (readonly [WeekMessage, number])[]> = new Map([
  [1, [['card', 1] as const, ['card', 2] as const]],
  [2, [['reminder', 1] as const, ['reminder', 2] as const]],
  [3, [['reminder', 1] as const, ['escalation', 1] as const, ['card', 2] as const]],
  [4, [['reminder', 1] as const, ['handed-back', 1] as const, ['reminder', 2] as const]],
  [5, [['own-reminder', 1] as const, ['reminder', 2] as const, ['escalation', 2] as const]],
]);

/** Returns 1 for Monday to 7 for Sunday, without the product's calendar. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

/**
 * Returns the names of the messages that are owed for the blockers from the first Monday of `dates` on, such as
 * "reminder 2026-11-24 p1".
 */
export const owedForBlockers = (dates: readonly string[]): string[] => {
  const monday = dates.find((date) => weekdayOf(date) === 1) ?? '9999-12-31';
  return dates
    .filter((date) => date >= monday)
    .flatMap((date) => (owedOn.get(weekdayOf(date)) ?? []).map(([kind, owner]) => `${kind} ${date} p${owner}`));
};

/** The text of a blocker names the date of the answer, so that each message about it names a date. */
export const blockerTextOn = (date: string): string => `No keys on ${date}`;
export const backNoteOn = (date: string): string => `Ask the office, ${date}`;

const nextWorkingDay = (date: string): string => {
  const days = weekdayOf(date) === 5 ? 3 : 1;
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
};

const titles: readonly (readonly [RegExp, WeekMessage])[] = [
  [/(p\d+) is blocked and needs you\./, 'card'],
  [/(p\d+) is still blocked and needs you\./, 'reminder'],
  [/You are still blocked\./, 'own-reminder'],
  [/(p\d+) has been blocked for some time\./, 'escalation'],
];

/**
 * Returns the name of a message about a blocker; undefined for another message. Reminders and escalations come at nine,
 * so they name the answer of the working day before.
 */
export const blockerMessageIn = (text: string): string | undefined => {
  const back = /Ask the office, (\d{4}-\d\d-\d\d)/.exec(text)?.[1];
  if (text.includes('handed your blocker back.')) return `handed-back ${back ?? ''} p1`;
  const answered = /No keys on (\d{4}-\d\d-\d\d)/.exec(text)?.[1] ?? '';
  for (const [title, kind] of titles) {
    const match = title.exec(text);
    // Only the first blocked person is without a needed member at the time of a reminder.
    if (match !== null) return `${kind} ${kind === 'card' ? answered : nextWorkingDay(answered)} ${match[1] ?? 'p1'}`;
  }
  return undefined;
};

/** Returns the lines about urgent things that the summary of a date must show, without those of silent people. */
export const owedInSummary = (date: string): string[] => {
  const weekday = weekdayOf(date);
  const [first = '', second = ''] =
    {
      1: ['newly blocked, waits for p13', 'newly blocked, waits for p10'],
      2: ['blocked for 1 working day, waits for p13'],
      3: ['blocked for 2 working days, waits for p13', 'newly blocked, waits for p10'],
      // On Thursday, p13 hands the blocker of p1 back, so p1 waits for no colleague.
      4: ['blocked for 3 working days', 'blocked for 1 working day, waits for p10'],
    }[weekday] ?? [];
  return [...(first === '' ? [] : [`p1 ${first}`]), ...(second === '' ? [] : [`p2 ${second}`])];
};
