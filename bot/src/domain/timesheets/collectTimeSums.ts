import type { LocalDate, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';

// Sums of tasks by person and by day. They are in whole minutes, so that nothing is rounded before the addition.

export interface TimeSum {
  readonly rows: number;
  readonly minutes: number;
}

export interface TimeSums extends TimeSum {
  readonly byMember: ReadonlyMap<MemberId, TimeSum>;
  readonly byDay: ReadonlyMap<LocalDate, TimeSum>;
}

export interface SumCollector {
  add(row: { readonly memberId: MemberId; readonly date: LocalDate; readonly minutes: number }): void;
  sums(): TimeSums;
}

const none: TimeSum = { rows: 0, minutes: 0 };
const more = ({ rows, minutes }: TimeSum, added: number): TimeSum => ({ rows: rows + 1, minutes: minutes + added });

/** Creates a collector that adds up tasks one by one. Days and people keep the order in which they first occurred. */
export const createSumCollector = (): SumCollector => {
  let all = none;
  const byMember = new Map<MemberId, TimeSum>();
  const byDay = new Map<LocalDate, TimeSum>();
  return {
    add: ({ memberId, date, minutes }) => {
      all = more(all, minutes);
      byMember.set(memberId, more(byMember.get(memberId) ?? none, minutes));
      byDay.set(date, more(byDay.get(date) ?? none, minutes));
    },
    sums: () => ({ ...all, byMember, byDay }),
  };
};
