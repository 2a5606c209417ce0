import type { Member, Person, Report } from './timesheetScenario.ts';

// A model of timesheets: who owns a row, what is locked, and what each change does. It imports no code of the product.

const dayMs = 86_400_000;

export interface Fields {
  readonly date: string;
  readonly report: Report | null;
  readonly task: string;
  readonly minutes: number;
}

export interface Row extends Fields {
  /** The product's id of the row; null until it is known. */
  readonly id: string | null;
  readonly owner: Member;
  /**
   * The answer and the line that created the row, such as "Daily 2026-11-23 Alpha". Null for other rows, and after an
   * edit has moved the row to another report.
   */
  readonly line: string | null;
  readonly isEdited: boolean;
}

export type WeekState = 'OPEN' | 'SUBMITTED' | 'APPROVED' | 'SENT_BACK';

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

export const mondayOf = (date: string): string => {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, day === 0 ? -6 : 1 - day);
};

export const contentOf = ({ date, report, task, minutes }: Fields): string =>
  JSON.stringify([date, report, task, minutes]);

export type Verdict = 'OK' | 'REFUSED' | 'WEEK_LOCKED' | 'TASK_CHANGED' | 'WEEK_CHANGED';

export class SheetModel {
  rows: Row[] = [];
  today: string;
  readonly #weeks = new Map<string, { state: WeekState; note: string | null }>();
  readonly #dropped = new Set<Report>();
  /**
   * Lines whose row a person has changed, moved or deleted. If the answer is edited, the product must neither change
   * nor recreate these rows.
   */
  readonly #taken = new Set<string>();
  #isErased = false;

  constructor(today: string) {
    this.today = today;
  }

  isGone(who: Person): boolean {
    return who === 'zoe' || (who === 'cy' && this.#isErased);
  }

  get isErased(): boolean {
    return this.#isErased;
  }

  isDropped(report: Report | null): boolean {
    return report !== null && this.#dropped.has(report);
  }

  drop(report: Report): void {
    this.#dropped.add(report);
  }

  /** Erases cy: keeps the hours and removes the texts. */
  erase(): void {
    this.#isErased = true;
    this.rows = this.rows.map((row) => (row.owner === 'cy' ? { ...row, task: '' } : row));
  }

  week(owner: Member, monday: string): { readonly state: WeekState; readonly note: string | null } {
    return this.#weeks.get(`${owner} ${monday}`) ?? { state: 'OPEN', note: null };
  }

  #isLocked(owner: Member, date: string): boolean {
    return this.week(owner, mondayOf(date)).state === 'APPROVED';
  }

  add(who: Person, fields: Fields): Verdict {
    if (this.isGone(who) || fields.date > this.today || this.isDropped(fields.report)) return 'REFUSED';
    const owner = who as Member;
    if (this.#isLocked(owner, fields.date)) return 'WEEK_LOCKED';
    this.rows.push({ ...fields, id: null, owner, line: null, isEdited: false });
    return 'OK';
  }

  /** Edits a row. `seen` = the content that the editor had read; undefined = the call sends no version. */
  edit(who: Person, row: Row, fields: Fields, seen: string | undefined): Verdict {
    const refusal = this.#refusal(who, row, fields);
    if (refusal !== undefined) return refusal;
    if (contentOf(row) === contentOf(fields)) return 'OK';
    if (seen !== undefined && seen !== contentOf(row)) return 'TASK_CHANGED';
    if (row.report !== fields.report && this.isDropped(fields.report)) return 'REFUSED';
    if (this.#isLocked(row.owner, row.date) || this.#isLocked(row.owner, fields.date)) return 'WEEK_LOCKED';
    if (row.line !== null) this.#taken.add(`${row.owner} ${row.line}`);
    const line = row.report === fields.report ? row.line : null;
    this.#replace(row, { ...row, ...fields, line, isEdited: true });
    return 'OK';
  }

  #refusal(who: Person, row: Row, { date }: Pick<Fields, 'date'>): Verdict | undefined {
    if (this.isGone(who) || who !== row.owner || !this.rows.includes(row)) return 'REFUSED';
    return date > this.today ? 'REFUSED' : undefined;
  }

  #replace(row: Row, next: Row | undefined): void {
    this.rows = this.rows.flatMap((item) => (item === row ? (next === undefined ? [] : [next]) : [item]));
  }

  remove(who: Person, row: Row, seen: string | undefined): Verdict {
    const refusal = this.#refusal(who, row, row);
    if (refusal !== undefined) return refusal;
    if (seen !== undefined && seen !== contentOf(row)) return 'TASK_CHANGED';
    if (this.#isLocked(row.owner, row.date)) return 'WEEK_LOCKED';
    if (row.line !== null) this.#taken.add(`${row.owner} ${row.line}`);
    this.#replace(row, undefined);
    return 'OK';
  }

  /**
   * Finds the latest of the previous 31 days that has rows, and copies its rows. Leaves out a row if the day already has
   * one with the same task and report.
   */
  copy(who: Person, date: string): Verdict {
    if (this.isGone(who) || date > this.today) return 'REFUSED';
    const owner = who as Member;
    const own = this.rows.filter((row) => row.owner === owner);
    const from = [...new Set(own.map((row) => row.date))]
      .filter((text) => text < date && text >= addDays(date, -31))
      .sort()
      .at(-1);
    const existing = own.filter((row) => row.date === date);
    const copies = own
      .filter((row) => row.date === from)
      .map((row) => ({ ...row, date, report: this.isDropped(row.report) ? null : row.report }))
      .filter((copy) => !existing.some((row) => row.task === copy.task && row.report === copy.report));
    if (copies.length === 0) return 'OK';
    if (this.#isLocked(owner, date)) return 'WEEK_LOCKED';
    this.rows.push(...copies.map((copy) => ({ ...copy, id: null, line: null, isEdited: false })));
    return 'OK';
  }

  /** Replaces the rows of this answer that no person has changed. In an approved week, no row changes. */
  answer(owner: Member, report: Report, lines: readonly (readonly [string, number])[]): void {
    const date = this.today;
    const lineOf = (text: string): string => `${report} ${date} ${text}`;
    const isOurs = (row: Row): boolean =>
      row.owner === owner && row.line?.startsWith(lineOf('')) === true && !row.isEdited;
    if (this.#isLocked(owner, date)) return;
    const old = this.rows.filter(isOurs);
    const created = lines
      .filter(([text]) => !this.#taken.has(`${owner} ${lineOf(text)}`))
      .map(([task, minutes]): Row => {
        const before = old.find((row) => row.line === lineOf(task));
        return { id: before?.id ?? null, owner, date, report, task, minutes, line: lineOf(task), isEdited: false };
      });
    this.rows = [...this.rows.filter((row) => !isOurs(row)), ...created];
  }

  move(who: Person, of: Member, monday: string, action: string, note: string, seen: string | undefined): Verdict {
    if (this.isGone(who)) return 'REFUSED';
    const { state, note: before } = this.week(of, monday);
    const set = (next: WeekState, text: string | null): Verdict => {
      this.#weeks.set(`${of} ${monday}`, { state: next, note: text });
      return 'OK';
    };
    if (action === 'submit') {
      if (who !== of || monday > this.today) return 'REFUSED';
      if (state === 'APPROVED') return 'WEEK_LOCKED';
      return state === 'SUBMITTED' ? 'OK' : set('SUBMITTED', null);
    }
    if (who !== 'ann') return 'REFUSED';
    switch (action) {
      case 'approve':
        if (state === 'APPROVED') return 'OK';
        if (state !== 'SUBMITTED') return 'REFUSED';
        return seen !== undefined && seen !== this.weekContent(of, monday) ? 'WEEK_CHANGED' : set('APPROVED', null);
      case 'return':
        if (state === 'SENT_BACK' && before === note) return 'OK';
        return state === 'SUBMITTED' ? set('SENT_BACK', note) : 'REFUSED';
      default:
        if (state === 'OPEN' && before === note) return 'OK';
        return state === 'APPROVED' ? set('OPEN', note) : 'REFUSED';
    }
  }

  ofWeek(owner: Member, monday: string): Row[] {
    return this.rows.filter((row) => row.owner === owner && mondayOf(row.date) === monday);
  }

  /**
   * Returns the content of a week as an approver sees it. If it differs from the content that the approver read,
   * another change came first.
   */
  weekContent(owner: Member, monday: string): string {
    const rows = this.ofWeek(owner, monday).map((row) => `${row.id ?? ''} ${contentOf(row)}`);
    return JSON.stringify([this.week(owner, monday).state, rows.sort()]);
  }
}
