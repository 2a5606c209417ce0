import { aTask } from '../../testing/builders.ts';
import { draftHours, draftOf, faultsOf, isUnchanged, newDraftId, saveInput, shortText } from './taskForm.ts';
import type { TaskDraft } from './taskForm.ts';

const today = '2026-11-20';
const draft: TaskDraft = { task: ' Fix it ', meetingId: '', date: today, hours: '1', minutes: '' };
const stored = aTask('Fix it', { hours: 1, minutes: 30 });

it('says what is wrong with each field, in the words of the contract', () => {
  expect(faultsOf(draft, today)).toEqual({});
  expect(faultsOf({ task: ' \n', meetingId: '', date: '', hours: '24', minutes: '60' }, today)).toEqual({
    ...{ task: 'timesheet.taskMissing', date: 'timesheet.dateMissing' },
    ...{ hours: 'timesheet.hoursRange', minutes: 'timesheet.minutesRange' },
  });
  const long = { ...draft, task: 'x'.repeat(2001), date: '2026-11-21', hours: '-1', minutes: '1.5' };
  expect(faultsOf(long, today)).toEqual({
    ...{ task: 'timesheet.taskTooLong', date: 'timesheet.dateAhead' },
    ...{ hours: 'timesheet.hoursRange', minutes: 'timesheet.minutesRange' },
  });
  expect(faultsOf({ ...draft, task: 'x'.repeat(2000), hours: '23', minutes: '59' }, today)).toEqual({});
});

it('knows what the row comes to while it is typed', () => {
  const comesTo = (hours: string, minutes: string) => draftHours({ ...draft, hours, minutes });
  expect([comesTo('1', '20'), comesTo('', ''), comesTo('23', '59'), comesTo('x', '0')]).toEqual([
    ...[1.33, 0, 23.98, undefined],
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

it('knows when nothing was changed', () => {
  const edit = { task: stored, draftId: 'D', draft: draftOf(stored) };
  expect(isUnchanged(edit)).toBe(true);
  for (const change of [{ task: 'Other' }, { meetingId: '' }, { date: '2026-11-19' }, { hours: '2' }, { minutes: '' }])
    expect(isUnchanged({ ...edit, draft: { ...edit.draft, ...change } })).toBe(false);
  expect(isUnchanged({ ...edit, task: null })).toBe(false);
});

it('names drafts as the contract wants them, each its own', () => {
  const [one, other] = [newDraftId(), newDraftId()];
  expect(one).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(other).not.toBe(one);
});

it('shortens a text to one line without breaking a letter', () => {
  expect(shortText(' two\nlines ')).toBe('two lines');
  expect(Array.from(shortText('😀'.repeat(80)))).toHaveLength(60);
});
