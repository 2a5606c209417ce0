import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { aMemberId, idOf } from '../../support/data/idDateAndRecordBuilders.ts';
import type { Figures } from '../playSeedsAndKeptScenarios.ts';
import { addDays, contentOf, mondayOf, SheetModel } from './timesheetModel.ts';
import type { Fields, Row, Verdict } from './timesheetModel.ts';
import { members } from './timesheetScenario.ts';
import type { Member, Scenario, Seen, Step } from './timesheetScenario.ts';
import { SheetWorld } from './timesheetServicesWorld.ts';

// Plays a timesheet scenario. After each step, the rows, weeks and sums of the product must equal those of the model.

type Of<What extends Step['do']> = Extract<Step, { readonly do: What }>;

/**
 * Content (from the model) and version (from the product) of a row or week, as a person read it. A later edit may send
 * this version, even if it is outdated by then.
 */
interface Reading {
  readonly content: string;
  readonly version: string;
}

const codes: Partial<Record<Verdict, string>> = {
  WEEK_LOCKED: 'WEEK_LOCKED',
  TASK_CHANGED: 'TASK_CHANGED',
  WEEK_CHANGED: 'WEEK_CHANGED',
};

const minutesOf = (rows: readonly { readonly minutes: number }[]): number =>
  rows.reduce((sum, row) => sum + row.minutes, 0);

class Play {
  readonly faults: string[] = [];
  readonly #world: SheetWorld;
  readonly #model: SheetModel;
  /** Every row that ever existed, with its newest content, by the id that the product gave it. */
  readonly #known = new Map<string, Row>();
  readonly #readings = new Map<string, Reading[]>();
  #texts = 0;
  refused = 0;
  checks = 0;

  constructor(world: SheetWorld) {
    this.#world = world;
    this.#model = new SheetModel(world.today);
  }

  async take(step: Step): Promise<void> {
    await this.#do(step);
    await this.#compare(JSON.stringify(step));
  }

  async #do(step: Step): Promise<void> {
    switch (step.do) {
      case 'wait':
        await this.#world.pass(step.days);
        this.#model.today = this.#world.today;
        return;
      case 'add':
        return this.#add(step);
      case 'edit':
        return this.#edit(step);
      case 'delete':
        return this.#delete(step);
      case 'copy': {
        const date = addDays(this.#model.today, -step.back);
        const expected = this.#model.copy(step.who, date);
        return this.#hold(step, expected, () => this.#world.copy(step.who, date));
      }
      case 'answer':
        return this.#answer(step);
      case 'week':
        return this.#week(step);
      case 'drop':
        if (this.#model.isDropped(step.report)) return;
        this.#model.drop(step.report);
        return this.#world.drop(step.report);
      case 'erase':
        if (this.#model.isErased) return;
        this.#model.erase();
        await this.#world.erase();
        this.#model.today = this.#world.today;
    }
  }

  /** Checks that the product accepts or rejects the step as the model expects, with the same error code. */
  async #hold(step: Step, expected: Verdict, work: () => Promise<unknown>): Promise<void> {
    const about = JSON.stringify(step);
    this.checks += 1;
    let code: string | undefined;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      code = error.code;
      this.refused += 1;
    }
    if ((expected === 'OK') !== (code === undefined)) this.faults.push(`${about}: ${code ?? 'done'}, not ${expected}`);
    else if (codes[expected] !== undefined && code !== codes[expected])
      this.faults.push(`${about}: refused with ${code}, not ${expected}`);
  }

  async #add(step: Of<'add'>): Promise<void> {
    this.#texts += 1;
    const date = addDays(this.#model.today, -step.back);
    const fields = { date, report: step.report, task: `Task ${this.#texts}`, minutes: step.minutes };
    const draft = { ...this.#draft(fields), draftId: idOf(`draft ${this.#texts}`) };
    const expected = this.#model.add(step.who, fields);
    await this.#hold(step, expected, () => this.#world.save(step.who, draft));
    if (step.twice) await this.#hold(step, expected, () => this.#world.save(step.who, draft));
  }

  #draft({ date, report, task, minutes }: Fields) {
    const meetingId = this.#world.meetingId(report);
    return { meetingId, task, date, hours: Math.floor(minutes / 60), minutes: minutes % 60 };
  }

  #pick(row: number): { readonly id: string; readonly row: Row } | undefined {
    const ids = [...this.#known.keys()];
    const id = ids.at(-1 - (row % Math.max(ids.length, 1)));
    const cached = id === undefined ? undefined : this.#known.get(id);
    if (id === undefined || cached === undefined) return undefined;
    return { id, row: this.#model.rows.find((row) => row.id === id) ?? cached };
  }

  #reading(name: string, seen: Seen): Reading | undefined {
    const readings = this.#readings.get(name);
    return seen === 'NONE' ? undefined : seen === 'FIRST' ? readings?.[0] : readings?.at(-1);
  }

  async #edit(step: Of<'edit'>): Promise<void> {
    const match = this.#pick(step.row);
    if (match === undefined) return;
    const { id, row } = match;
    this.#texts += 1;
    const report = step.report === undefined ? row.report : step.report;
    const date = step.back === undefined ? row.date : addDays(this.#model.today, -step.back);
    const isSame = step.report === undefined && step.back === undefined && step.minutes === undefined;
    const task = isSame || row.task === '' ? `Edit ${this.#texts}` : row.task;
    const fields = { date, report, task, minutes: step.minutes ?? row.minutes };
    const reading = this.#reading(id, step.seen);
    const expected = this.#model.edit(step.who, row, fields, reading?.content);
    const draft = { ...this.#draft(fields), id, version: reading?.version };
    await this.#hold(step, expected, () => this.#world.save(step.who, draft));
  }

  async #delete(step: Of<'delete'>): Promise<void> {
    const match = this.#pick(step.row);
    if (match === undefined) return;
    const { id, row } = match;
    const reading = this.#reading(id, step.seen);
    const expected = this.#model.remove(step.who, row, reading?.content);
    const task = { id, meetingId: this.#world.meetingId(row.report) } as Pick<Task, 'id' | 'meetingId'>;
    await this.#hold(step, expected, () => this.#world.remove(step.who, task, reading?.version));
  }

  async #answer(step: Of<'answer'>): Promise<void> {
    const { who, report, lines } = step;
    const isTaken = !this.#model.isGone(who) && !this.#model.isDropped(report);
    if (isTaken) this.#model.answer(who, report, lines);
    const plan = lines.map(([text, minutes]) => (minutes === 0 ? text : `${text} ${minutes}m`)).join('\n');
    await this.#hold(step, isTaken ? 'OK' : 'REFUSED', () => this.#world.answer(who, report, plan));
  }

  async #week(step: Of<'week'>): Promise<void> {
    if (this.#model.isGone(step.of)) return;
    const monday = addDays(mondayOf(this.#model.today), -7 * step.weeksBack);
    const reading = this.#reading(`${step.of} ${monday}`, step.seen);
    const note = `Note ${step.weeksBack}`;
    const { who, of, what } = step;
    const expected = this.#model.move(who, of, monday, what, note, reading?.content);
    const week = { of, monday, note, version: reading?.version };
    await this.#hold(step, expected, () => this.#world.move(what, who, week));
  }

  async #compare(about: string): Promise<void> {
    const { items, totals } = await this.#world.list('ann', 100);
    this.#identify(items);
    const fault = (text: string): void => void this.faults.push(`${about}: ${text}`);
    const have = items.map((item) => this.#lineOf(item)).sort();
    const want = this.#model.rows
      .map((row) => `${row.id ?? 'new'} ${row.owner} ${contentOf(row)} ${this.#canEdit('ann', row)}`)
      .sort();
    if (have.join('\n') !== want.join('\n')) fault(`rows\n${have.join('\n')}\nnot\n${want.join('\n')}`);
    const minutes = minutesOf(this.#model.rows);
    const byMember = minutesOf(totals.byMember);
    const byDay = minutesOf(totals.byDay);
    if (totals.minutes !== minutes || byMember !== minutes || byDay !== minutes)
      fault(`${totals.minutes} minutes, by member ${byMember}, by day ${byDay}, not ${minutes}`);
    this.checks += 2 + want.length;
    for (const item of items) this.#remember(item.id, contentOf(this.#fieldsOf(item)), item.version);
    await this.#compareWeeks(fault);
  }

  async #compareWeeks(fault: (text: string) => void): Promise<void> {
    const monday = mondayOf(this.#model.today);
    for (const of of members) {
      const week = await this.#world.week('ann', of, monday);
      const { state, note } = this.#model.week(of, monday);
      const rows = this.#model.ofWeek(of, monday);
      if (week.state !== state || week.note !== note) fault(`week of ${of} is ${week.state}, not ${state}`);
      if (week.minutes !== minutesOf(rows) || week.rows !== rows.length)
        fault(`week of ${of}: ${week.minutes} minutes`);
      this.#remember(`${of} ${monday}`, this.#model.weekContent(of, monday), week.version);
      this.checks += 2;
    }
  }

  #remember(name: string, content: string, version: string): void {
    const readings = this.#readings.get(name) ?? [];
    if (readings.at(-1)?.content !== content) readings.push({ content, version });
    this.#readings.set(name, readings);
  }

  #canEdit(reader: Member, row: Row): boolean {
    return row.owner === reader && this.#model.week(row.owner, mondayOf(row.date)).state !== 'APPROVED';
  }

  #fieldsOf({ date, meetingId, task, hours, minutes }: Task): Fields {
    const match = [...this.#world.meetings].find(([, meeting]) => meeting.id === meetingId)?.[0];
    return { date, report: meetingId === null ? null : (match ?? null), task, minutes: hours * 60 + minutes };
  }

  #ownerOf({ memberId }: Task): Member | undefined {
    return members.find((member) => aMemberId(member) === memberId);
  }

  #lineOf(item: Task): string {
    return `${item.id} ${this.#ownerOf(item) ?? '?'} ${contentOf(this.#fieldsOf(item))} ${item.canEdit}`;
  }

  /**
   * Assigns the product's ids to rows of the model that have none yet. A row with the same content in the product gives
   * the id.
   */
  #identify(items: readonly Task[]): void {
    const named = new Set(this.#model.rows.map((row) => row.id));
    const created = items.filter((item) => !named.has(item.id));
    this.#model.rows = this.#model.rows.map((row) => {
      if (row.id !== null) return row;
      const index = created.findIndex(
        (entry) => this.#ownerOf(entry) === row.owner && contentOf(this.#fieldsOf(entry)) === contentOf(row),
      );
      const [item] = index < 0 ? [] : created.splice(index, 1);
      return item === undefined ? row : { ...row, id: item.id };
    });
    for (const row of this.#model.rows) if (row.id !== null) this.#known.set(row.id, row);
  }

  /** Checks that the pages, other readers and the exported file contain the same rows as the whole list. */
  async finish(): Promise<void> {
    const whole = await this.#world.list('ann', 100);
    const paged = await this.#world.list('bob', 3);
    const ids = (items: readonly Task[]): string => items.map((item) => item.id).join();
    if (ids(paged.items) !== ids(whole.items)) this.faults.push('Pages of three show other rows than one page.');
    const editable = paged.items.filter((item) => item.canEdit).map((item) => item.id);
    const own = this.#model.rows.filter((row) => this.#canEdit('bob', row)).map((row) => row.id);
    if (editable.sort().join() !== own.sort().join()) this.faults.push('bob may edit other rows than his open ones.');
    const exported = await this.#world.exported();
    const lineOf = (item: { date: string; task: string; minutes: number }) =>
      `${item.date} ${item.task} ${item.minutes}`;
    if (exported.map(lineOf).sort().join() !== this.#model.rows.map(lineOf).sort().join())
      this.faults.push('The file holds other rows than the screen.');
    this.faults.push(...(await this.#world.faults()));
    this.checks += 3;
  }
}

export const playTimesheets = async ({ steps }: Scenario): Promise<Figures> => {
  const world = new SheetWorld();
  try {
    await world.open();
    const play = new Play(world);
    for (const step of steps) {
      await play.take(step);
      if (play.faults.length > 0) throw new Error(play.faults.join('\n'));
    }
    await play.finish();
    if (play.faults.length > 0) throw new Error(play.faults.join('\n'));
    return { steps: steps.length, checks: play.checks, refused: play.refused };
  } finally {
    await world.close();
  }
};
