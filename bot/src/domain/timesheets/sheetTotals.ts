import type { LocalDate, MemberId } from '#contracts/core/ids.ts';

// Sums of rows by person and by day, in whole minutes: nothing is rounded before it is added.

export interface Sum {
  readonly rows: number;
  readonly minutes: number;
}

export interface Sums extends Sum {
  readonly byMember: ReadonlyMap<MemberId, Sum>;
  readonly byDay: ReadonlyMap<LocalDate, Sum>;
}

export interface Adding {
  add(row: { readonly memberId: MemberId; readonly date: LocalDate; readonly minutes: number }): void;
  sums(): Sums;
}

const none: Sum = { rows: 0, minutes: 0 };
const more = ({ rows, minutes }: Sum, added: number): Sum => ({ rows: rows + 1, minutes: minutes + added });

/** Adds up rows as they come. Days and people keep the order of their first row. */
export const adding = (): Adding => {
  let all = none;
  const byMember = new Map<MemberId, Sum>();
  const byDay = new Map<LocalDate, Sum>();
  return {
    add: ({ memberId, date, minutes }) => {
      all = more(all, minutes);
      byMember.set(memberId, more(byMember.get(memberId) ?? none, minutes));
      byDay.set(date, more(byDay.get(date) ?? none, minutes));
    },
    sums: () => ({ ...all, byMember, byDay }),
  };
};
