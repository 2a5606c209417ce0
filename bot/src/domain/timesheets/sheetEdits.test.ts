import fc from 'fast-check';
import type { LocalDate, MeetingId } from '#contracts/core/ids.ts';
import { planLines } from '../answers/goals.ts';
import { changed, madeOn, moveOut, newTaskId, putIn, remove, replace, versionOf } from './sheetEdits.ts';
import { emptySheet, mergeAnswerLines } from './timesheet.ts';
import type { DaySheet, SheetTask } from './timesheet.ts';

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

/** Answers the meeting's question anew with this text. */
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
  const given = answer(emptySheet, 'Fix login 1h\nReview 30m');

  it('deleted does not come back with the answer', () => {
    const without = remove(given, date, first(given));
    expect(texts(answer(without, 'Fix login 2h\nReview 30m'))).toEqual(['Review 30']);
  });

  it('moved to another day neither comes back here nor leaves the other', () => {
    const task = first(given);
    const here = moveOut(given, task, before);
    const there = putIn(emptySheet, changed(task, fields(task)));
    expect(texts(answer(here, 'Fix login 2h\nReview 30m'))).toEqual(['Review 30']);
    expect(texts(there)).toEqual(['Fix login 60']);
    expect(here.moved[task.id]).toBe(before);
  });

  it('moved away and back again is theirs and stands once', () => {
    const task = first(given);
    const back = putIn(moveOut(given, task, before), changed(task, fields(task)));
    expect(back.moved).toEqual({});
    expect(texts(answer(back, 'Fix login 2h\nReview 30m')).sort()).toEqual(['Fix login 60', 'Review 30']);
  });

  it('changed stays as they left it', () => {
    const task = first(given);
    const edited = replace(given, date, task, changed(task, fields(task, { minutes: 15 })));
    expect(texts(answer(edited, 'Fix login 2h\nReview 45m'))).toEqual(['Fix login 15', 'Review 45']);
  });

  it('gave to another meeting belongs to that one, and its line does not come back', () => {
    const task = first(given);
    const given2 = replace(given, date, task, changed(task, fields(task, { meetingId: other })));
    const again = answer(given2, 'Fix login 2h\nReview 30m');
    expect(texts(again)).toEqual(['Fix login 60', 'Review 30']);
    expect(texts(answer(again, 'Fix login 3h', other))).toEqual(['Fix login 60', 'Review 30', 'Fix login 180']);
  });

  it('deleted is no word on the same line of another meeting', () => {
    const both = answer(given, 'Fix login 2h', other, () => newTaskId(date, 'Z'.repeat(26)));
    const without = remove(both, date, first(both));
    expect(texts(answer(without, 'Fix login 3h', other))).toEqual(['Review 30', 'Fix login 180']);
  });
});

it('names the day a row was made in', () => {
  expect(madeOn(first(answer(emptySheet, 'A')))).toBe(date);
});

it('tells another version by everything people see, and by nothing else', () => {
  const task = first(answer(emptySheet, 'A 1h'));
  const version = versionOf(date, task);
  expect(versionOf(date, { ...task, ...fields(task) })).toBe(version);
  for (const change of [{ minutes: 61 }, { task: 'B' }, { meetingId: null }])
    expect(versionOf(date, fields(task, change))).not.toBe(version);
  expect(versionOf(before, task)).not.toBe(version);
});

type Deed = 'delete' | 'change' | 'move' | 'answer';

it('never lets an answer touch what a person did, in whatever order', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          deed: fc.constantFrom<Deed>('delete', 'change', 'move', 'answer'),
          at: fc.nat(5),
          lines: fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D'), { maxLength: 4 }),
        }),
        { maxLength: 12 },
      ),
      (deeds) => {
        const ids = counter();
        let sheet = answer(emptySheet, 'A 1h\nB 2h', meetingId, ids);
        const theirs = new Map<string, number>();
        const gone = new Set<string>();
        for (const { deed, at, lines } of deeds) {
          const task = sheet.tasks[at % Math.max(1, sheet.tasks.length)];
          if (deed === 'answer') {
            const text = lines.map((line) => `${line} ${lines.length}h`).join('\n');
            sheet = answer(sheet, text, meetingId, ids);
          } else if (task !== undefined) {
            theirs.delete(task.id);
            if (deed === 'delete') sheet = remove(sheet, date, task);
            else if (deed === 'move') sheet = moveOut(sheet, task, before);
            else {
              sheet = replace(sheet, date, task, changed(task, fields(task, { minutes: 7 })));
              theirs.set(task.id, 7);
            }
            if (deed !== 'change') gone.add(task.task);
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
