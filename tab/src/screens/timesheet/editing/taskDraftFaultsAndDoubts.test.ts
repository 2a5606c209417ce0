import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { aTask } from '../../../testing/testDataBuildersAndClock.ts';
import {
  doubtsOf,
  draftHours,
  draftOf,
  faultsOf,
  isUnchanged,
  newDraftId,
  saveInput,
  shortText,
} from './taskDraftFaultsAndDoubts.ts';
import type { TaskDraft } from './taskDraftFaultsAndDoubts.ts';

const today = '2026-11-20' as LocalDate;
const draft: TaskDraft = { task: ' Fix it ', meetingId: '', date: today, time: '1h' };
const stored = aTask('Fix it', { hours: 1, minutes: 30 });

it('shows the error of each field, in the text of the contract', () => {
  expect(faultsOf(draft, today)).toEqual({});
  expect(faultsOf({ task: ' \n', meetingId: '', date: '', time: '24' }, today)).toEqual({
    ...{ task: 'timesheet.taskMissing', date: 'timesheet.dateMissing' },
    time: 'timesheet.timeUnread',
  });
  const long = { ...draft, task: 'x'.repeat(2001), date: '2026-11-21', time: '-1' };
  expect(faultsOf(long, today)).toEqual({
    ...{ task: 'timesheet.taskTooLong', date: 'timesheet.dateAhead' },
    time: 'timesheet.timeUnread',
  });
  expect(faultsOf({ ...draft, task: 'x'.repeat(2000), time: '23:59' }, today)).toEqual({});
});

it('converts a typed duration to hours', () => {
  const comesTo = (time: string) => draftHours({ ...draft, time });
  expect(['1:20', '0', '23h59', '90m', '1,5', '', 'x'].map(comesTo)).toEqual([
    1.33,
    0,
    23.98,
    1.5,
    1.5,
    undefined,
    undefined,
  ]);
});

it('sends a new row by its draft, a stored one by its version', () => {
  const edit = { task: null, draftId: 'D', draft };
  expect(saveInput(edit, 'T')).toEqual({
    ...{ draftId: 'D', meetingId: null, teamId: 'T', task: 'Fix it', date: today, hours: 1, minutes: 0, totalHours: 1 },
  });
  expect(saveInput({ ...edit, task: stored, draft: draftOf(stored) }, 'T')).toEqual({
    ...{ id: stored.id, version: 'v1', meetingId: stored.meetingId, teamId: 'T', task: 'Fix it', date: today },
    ...{ hours: 1, minutes: 30, totalHours: 1.5 },
  });
});

it('detects that nothing was changed', () => {
  const edit = { task: stored, draftId: 'D', draft: draftOf(stored) };
  expect(isUnchanged(edit)).toBe(true);
  expect(isUnchanged({ ...edit, draft: { ...edit.draft, time: '90m' } })).toBe(true);
  for (const change of [{ task: 'Other' }, { meetingId: '' }, { date: '2026-11-19' }, { time: '2' }, { time: '' }])
    expect(isUnchanged({ ...edit, draft: { ...edit.draft, ...change } })).toBe(false);
  expect(isUnchanged({ ...edit, task: null })).toBe(false);
});

it('names drafts as the contract wants them, each its own', () => {
  const [first, other] = [newDraftId(), newDraftId()];
  expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(other).not.toBe(first);
});

it('shortens a text to one line without breaking a letter', () => {
  expect(shortText(' two\nlines ')).toBe('two lines');
  expect(Array.from(shortText('😀'.repeat(80)))).toHaveLength(60);
});

it('asks about no time, more than 24 hours in a day and dates of long ago', () => {
  const keysOf = (parts: Partial<TaskDraft>, task: typeof stored | null = null, others = 0) =>
    doubtsOf({ task, draft: { ...draft, ...parts } }, today, others).map(({ key }) => key);
  expect(keysOf({})).toEqual([]);
  expect(keysOf({ time: '0' })).toEqual(['timesheet.askZero']);
  expect(keysOf({ time: '1' }, null, 23 * 60)).toEqual([]);
  expect(doubtsOf({ task: null, draft }, today, 23 * 60 + 1)).toEqual([{ key: 'timesheet.askLongDay', minutes: 1441 }]);
  expect([keysOf({ date: '2026-08-20' }), keysOf({ date: '2026-08-19' })]).toEqual([[], ['timesheet.askOld']]);
  expect(keysOf({ date: '1999-01-01', time: '0' })).toEqual(['timesheet.askZero', 'timesheet.askOld']);
});

it('does not ask again about values that the stored row already had', () => {
  const old = { ...stored, date: '1999-01-01' as typeof stored.date, hours: 0, minutes: 0 };
  const edit = { task: old, draft: { ...draftOf(old), task: 'Other words' } };
  expect(doubtsOf(edit, today, 3000)).toEqual([]);
});
