import fc from 'fast-check';
import type { LocalDate, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { planLines } from '../answers/planLinesAndGoals.ts';
import {
  changedTask,
  createdOn,
  moveTaskOut,
  newTaskId,
  addTask,
  removeTask,
  replaceTask,
  versionOf,
} from './sheetTaskEdits.ts';
import { emptySheet, mergeAnswerLines } from './daySheetMergeAndTotals.ts';
import type { DaySheet, SheetTask } from './daySheetMergeAndTotals.ts';

const meetingId = '01ARZ3NDEKTSV4RRFFQ69G5FAV' as MeetingId;
const other = '01ARZ3NDEKTSV4RRFFQ69G5FAW' as MeetingId;
const date = '2026-11-20' as LocalDate;
const before = '2026-11-19' as LocalDate;

const counter = (): (() => string) => {
  let last = 0;
  return () => {
    last += 1;
    return newTaskId(date, String(last).padStart(26, '0'));
  };
};

const answer = (sheet: DaySheet, text: string, of = meetingId, ids = counter()): DaySheet =>
  mergeAnswerLines(sheet, { meetingId: of, date }, planLines(text), ids);

const texts = (sheet: DaySheet): string[] => sheet.tasks.map((task) => `${task.task} ${task.minutes}`);
const first = (sheet: DaySheet): SheetTask => {
  const [task] = sheet.tasks;
  if (task === undefined) throw new Error('There is no row.');
  return task;
};
const fields = (task: SheetTask, change: Partial<SheetTask> = {}) => {
  const { meetingId: of, task: text, minutes } = { ...task, ...change };
  return { meetingId: of, task: text, minutes };
};

describe('a row of an answer that a person', () => {
  const daySheet = answer(emptySheet, 'Fix login 1h\nReview 30m');

  it('deleted is not restored by the answer', () => {
    const without = removeTask(daySheet, date, first(daySheet));
    expect(texts(answer(without, 'Fix login 2h\nReview 30m'))).toEqual(['Review 30']);
  });

  it('moved to another day is not restored here and remains there', () => {
    const task = first(daySheet);
    const here = moveTaskOut(daySheet, task, before);
    const existing = addTask(emptySheet, changedTask(task, fields(task)));
    expect(texts(answer(here, 'Fix login 2h\nReview 30m'))).toEqual(['Review 30']);
    expect(texts(existing)).toEqual(['Fix login 60']);
    expect(here.moved[task.id]).toBe(before);
  });

  it('moved away and back belongs to the member and exists once', () => {
    const task = first(daySheet);
    const back = addTask(moveTaskOut(daySheet, task, before), changedTask(task, fields(task)));
    expect(back.moved).toEqual({});
    expect(texts(answer(back, 'Fix login 2h\nReview 30m')).sort()).toEqual(['Fix login 60', 'Review 30']);
  });

  it('changed keeps the member’s version', () => {
    const task = first(daySheet);
    const edited = replaceTask(daySheet, date, task, changedTask(task, fields(task, { minutes: 15 })));
    expect(texts(answer(edited, 'Fix login 2h\nReview 45m'))).toEqual(['Fix login 15', 'Review 45']);
  });

  it('moved to another meeting belongs to that meeting, and its line is not restored', () => {
    const task = first(daySheet);
    const given2 = replaceTask(daySheet, date, task, changedTask(task, fields(task, { meetingId: other })));
    const again = answer(given2, 'Fix login 2h\nReview 30m');
    expect(texts(again)).toEqual(['Fix login 60', 'Review 30']);
    expect(texts(answer(again, 'Fix login 3h', other))).toEqual(['Fix login 60', 'Review 30', 'Fix login 180']);
  });

  it('deleted does not affect the same line of another meeting', () => {
    const both = answer(daySheet, 'Fix login 2h', other, () => newTaskId(date, 'Z'.repeat(26)));
    const without = removeTask(both, date, first(both));
    expect(texts(answer(without, 'Fix login 3h', other))).toEqual(['Review 30', 'Fix login 180']);
  });
});

it('stores the day in which a row was made', () => {
  expect(createdOn(first(answer(emptySheet, 'A')))).toBe(date);
});

it('differs for every change that people see, and for no other', () => {
  const task = first(answer(emptySheet, 'A 1h'));
  const version = versionOf(date, task);
  expect(versionOf(date, { ...task, ...fields(task) })).toBe(version);
  for (const change of [{ minutes: 61 }, { task: 'B' }, { meetingId: null }])
    expect(versionOf(date, fields(task, change))).not.toBe(version);
  expect(versionOf(before, task)).not.toBe(version);
});

type EditKind = 'delete' | 'change' | 'move' | 'answer';

it('never lets an answer overwrite an edit by a person, in any order', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          action: fc.constantFrom<EditKind>('delete', 'change', 'move', 'answer'),
          at: fc.nat(5),
          lines: fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D'), { maxLength: 4 }),
        }),
        { maxLength: 12 },
      ),
      (actions) => {
        const ids = counter();
        let sheet = answer(emptySheet, 'A 1h\nB 2h', meetingId, ids);
        const theirs = new Map<string, number>();
        const gone = new Set<string>();
        for (const { action, at, lines } of actions) {
          const task = sheet.tasks[at % Math.max(1, sheet.tasks.length)];
          if (action === 'answer') {
            const text = lines.map((line) => `${line} ${lines.length}h`).join('\n');
            sheet = answer(sheet, text, meetingId, ids);
          } else if (task !== undefined) {
            theirs.delete(task.id);
            if (action === 'delete') sheet = removeTask(sheet, date, task);
            else if (action === 'move') sheet = moveTaskOut(sheet, task, before);
            else {
              sheet = replaceTask(sheet, date, task, changedTask(task, fields(task, { minutes: 7 })));
              theirs.set(task.id, 7);
            }
            if (action !== 'change') gone.add(task.task);
          }
          for (const [id, minutes] of theirs)
            expect(sheet.tasks.find((sheetTask) => sheetTask.id === id)?.minutes).toBe(minutes);
          expect(sheet.tasks.filter((sheetTask) => gone.has(sheetTask.task))).toEqual([]);
          expect(new Set(sheet.tasks.map((sheetTask) => sheetTask.task)).size).toBe(sheet.tasks.length);
        }
      },
    ),
  );
});
