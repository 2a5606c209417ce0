import type { LocalDate, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { planLines } from '../answers/planLinesAndGoals.ts';
import { emptySheet, lineIdOf, lineMark, mergeAnswerLines, sheetTotals, totalHours } from './daySheetMergeAndTotals.ts';
import type { DaySheet, SheetTask } from './daySheetMergeAndTotals.ts';

const meetingId = '01ARZ3NDEKTSV4RRFFQ69G5FAV' as MeetingId;
const other = '01ARZ3NDEKTSV4RRFFQ69G5FAW' as MeetingId;
const date = '2026-11-20' as LocalDate;
const of = { meetingId, date };

const counter = (): (() => string) => {
  let last = 0;
  return () => {
    last += 1;
    return `new-${last}`;
  };
};
const merge = (sheet: DaySheet, text: string, newTaskId = counter(), answer = of): DaySheet =>
  mergeAnswerLines(sheet, answer, planLines(text), newTaskId);
const rows = (sheet: DaySheet): [string, string, number][] =>
  sheet.tasks.map((task) => [task.id, task.task, task.minutes]);
const byPerson = (id: string): SheetTask => ({
  id,
  meetingId: null,
  task: `Own ${id}`,
  minutes: 10,
  source: 'PERSON',
  lineId: null,
  editedByPerson: false,
});
const edit = (sheet: DaySheet, id: string, change: Partial<SheetTask>): DaySheet => ({
  ...sheet,
  tasks: sheet.tasks.map((task) => (task.id === id ? { ...task, ...change, editedByPerson: true } : task)),
});

describe('the lines of an answer', () => {
  it('become rows of its meeting', () => {
    expect(merge(emptySheet, 'Fix login 2h\nWrite docs').tasks).toEqual([
      {
        id: 'new-1',
        meetingId,
        task: 'Fix login',
        minutes: 120,
        source: 'ANSWER',
        lineId: lineIdOf(date, { id: planLines('Fix login')[0]?.id ?? '' }),
        editedByPerson: false,
      },
      expect.objectContaining({ id: 'new-2', task: 'Write docs', minutes: 0 }),
    ]);
  });

  it('keep their ids when the answer is edited, also with another duration or in another order', () => {
    const ids = counter();
    const before = merge(emptySheet, 'Fix login 2h\nWrite docs', ids);
    expect(rows(merge(before, 'Write docs 30m\nReview\nFix login 2h', ids))).toEqual([
      ['new-2', 'Write docs', 30],
      ['new-3', 'Review', 0],
      ['new-1', 'Fix login', 120],
    ]);
  });

  it('change nothing when sent twice', () => {
    const before = merge(emptySheet, 'A 1h\nA 2h\nB');
    expect(merge(before, 'A 1h\nA 2h\nB')).toEqual(before);
  });

  it('are removed with their lines of the answer', () => {
    expect(merge(merge(emptySheet, 'A\nB'), '').tasks).toEqual([]);
  });

  it('leave rows that a person edited unchanged, and add no second row for them', () => {
    const ids = counter();
    const edited = edit(merge(emptySheet, 'A 1h\nB', ids), 'new-1', { task: 'A, and more', minutes: 200 });
    expect(rows(merge(edited, 'A 1h\nC', ids))).toEqual([
      ['new-1', 'A, and more', 200],
      ['new-3', 'C', 0],
    ]);
    expect(rows(merge(edited, 'C'))).toEqual([
      ['new-1', 'A, and more', 200],
      ['new-1', 'C', 0],
    ]);
  });

  it('do not bring back a row that a person moved away or deleted', () => {
    const before = merge(emptySheet, 'A\nB');
    const [first] = before.tasks;
    const mark = first === undefined ? null : lineMark(first);
    const without: DaySheet = { tasks: before.tasks.slice(1), moved: { [mark ?? '']: date } };
    const after = merge(without, 'A\nB');
    expect(rows(after)).toEqual([['new-2', 'B', 0]]);
    expect(after.moved).toEqual(without.moved);
  });

  it('do not touch rows of people, of other meetings, or of the answer to another date', () => {
    const ids = counter();
    const own: DaySheet = { tasks: [byPerson('p')], moved: { gone: date } };
    const both = merge(merge(own, 'Same line', ids), 'Same line', ids, { meetingId: other, date });
    const ahead = merge(both, 'Same line\nTomorrow', ids, { meetingId, date: '2026-11-21' as LocalDate });
    expect(rows(merge(ahead, 'Changed', ids))).toEqual([
      ['p', 'Own p', 10],
      ['new-2', 'Same line', 0],
      ['new-3', 'Same line', 0],
      ['new-4', 'Tomorrow', 0],
      ['new-5', 'Changed', 0],
    ]);
  });

  it('the lines of an answer never make more than 100 rows of a day', () => {
    const full: DaySheet = { tasks: Array.from({ length: 98 }, (_, index) => byPerson(`p${index}`)), moved: {} };
    const sheet = merge(full, 'A\nB\nC');
    expect(rows(sheet).slice(98)).toEqual([
      ['new-1', 'A', 0],
      ['new-2', 'B', 0],
    ]);
    const over: DaySheet = { tasks: [...full.tasks, ...full.tasks], moved: {} };
    expect(merge(over, 'A').tasks).toHaveLength(196);
  });

  it('do not change the given sheet', () => {
    const before = merge(emptySheet, 'A');
    const copy = structuredClone(before);
    merge(before, 'B');
    expect(before).toEqual(copy);
    expect(emptySheet).toEqual({ tasks: [], moved: {} });
  });
});

describe('totals', () => {
  it('are the sums of the rows', () => {
    const sheet = merge({ tasks: [byPerson('p')], moved: {} }, 'A 1h\nB 45m');
    expect(sheetTotals(sheet)).toEqual({ minutes: 115, byMeeting: { '-': 10, [meetingId]: 105 } });
    expect(sheetTotals(emptySheet)).toEqual({ minutes: 0, byMeeting: {} });
  });

  it.each([
    [0, 0, 0],
    [1, 30, 1.5],
    [1, 20, 1.33],
    [0, 40, 0.67],
    [23, 59, 23.98],
    [2, 1, 2.02],
  ])('%i h %i min are %d hours', (hours, minutes, expected) => {
    expect(totalHours(hours, minutes)).toBe(expected);
  });
});
