import { saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Meeting, MeetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { meetingConflict } from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import type { MeetingConflict } from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import { saveStandup } from '../../support/apps/standupDayAndValidCalls.ts';
import { aMemberId, anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { useTestApp } from '../../support/apps/testApp.ts';
import type { Person } from '../../support/apps/testApp.ts';

// Tests that two people can edit one report: the second person sees the changes of the first, and no change is
// overwritten silently.

const app = useTestApp();
let count = 0;
const made = (): Promise<Meeting> => {
  count += 1;
  return saveStandup(app(), 'ann', { team: 'platform', members: ['ann', 'bob'] }, { name: `Report ${count}` });
};

const edit = (who: Person, base: Meeting, change: Partial<MeetingDraft>) =>
  app().get(who, saveMeeting, { ...base, questions: [...base.questions], ...change });

const refusedTo = async (who: Person, base: Meeting, change: Partial<MeetingDraft>): Promise<MeetingConflict> => {
  const before = await app().dump();
  const { status, envelope } = await app().ask(who, saveMeeting, {
    ...base,
    questions: [...base.questions],
    ...change,
  });
  expect([status, envelope.errorCode]).toEqual([409, 'MEETING_CHANGED']);
  expect(await app().dump()).toEqual(before);
  return meetingConflict.parse(envelope.data);
};

it('reports each change with author, time, old and new value, and the current report', async () => {
  const base = await made();
  app().clock.set('2026-11-20T08:05:00Z');
  const theirs = await edit('bob', base, {
    ...{ time: 630, friday: false, firstReminderMessage: 'Hurry', isReminderEnabled: false },
    ...{ members: [aMemberId('ann'), aMemberId('cy')] },
  });
  const conflict = await refusedTo('ann', base, { time: 660 });
  const { runs, ...stored } = theirs;
  expect(runs).toEqual([]);
  expect(conflict.meeting).toEqual(stored);
  const by = { username: expect.stringMatching(/^bob/i) as string, createdOn: anInstant('2026-11-20T08:05:00Z') };
  const aChange = (part: string, text: string, before: string | null, after: string | null) => ({
    ...{ part, text, before, after },
    ...by,
  });
  const sorted = [...conflict.changes].sort((a, b) => (a.text < b.text ? -1 : 1));
  expect(sorted).toEqual([
    aChange('members', 'Added Cy.', null, null),
    aChange(
      'weekdays',
      'Changed the days from Monday, Tuesday, Wednesday, Thursday and Friday to Monday, Tuesday, Wednesday and Thursday.',
      'Monday, Tuesday, Wednesday, Thursday and Friday',
      'Monday, Tuesday, Wednesday and Thursday',
    ),
    aChange('firstReminderMessage', 'Changed the first reminder.', '', 'Hurry'),
    aChange('time', 'Changed the time from 10:00 to 10:30.', '10:00', '10:30'),
    aChange('members', 'Removed Bob.', null, null),
    aChange('isReminderEnabled', 'Turned reminders off.', null, null),
  ]);
});

it('reports only changes since the edit began, newest first, over several saves', async () => {
  const first = await made();
  const second = await edit('bob', first, { time: 615 });
  app().clock.set('2026-11-20T08:10:00Z');
  const third = await edit('ann', second, { timezone: 'Europe/Paris' });
  app().clock.set('2026-11-20T08:11:00Z');
  await edit('bob', third, { type: 'STANDUP', interval: 'MONTH', timeBasis: 'MEMBER' });
  const texts = (conflict: MeetingConflict) => conflict.changes.map((change) => change.part);
  expect(texts(await refusedTo('bob', second, { time: 660 })).sort()).toEqual(['interval', 'timeBasis', 'timezone']);
  const all = await refusedTo('ann', first, { time: 660 });
  expect(
    all.changes
      .map((change) => change.part)
      .slice(0, 2)
      .sort(),
  ).toEqual(['interval', 'timeBasis']);
  expect(texts(all).slice(2)).toEqual(['timezone', 'time']);
  expect(all.changes.find((change) => change.part === 'interval')).toMatchObject({
    before: 'every week',
    after: 'once a month',
  });
  expect(all.changes.find((change) => change.part === 'timeBasis')).toMatchObject({
    ...{ before: 'the timezone of the report', after: 'the timezone of each member' },
  });
});

it('lets the second person overwrite it knowingly, and ignores equal changes', async () => {
  const base = await made();
  await edit('bob', base, { time: 630 });
  // Two people who make the same change cause no conflict.
  expect(await edit('ann', base, { time: 630 })).toMatchObject({ time: 630, rev: 2 });
  const { meeting } = await refusedTo('ann', base, { time: 660 });
  expect(await edit('ann', meeting, { time: 660 })).toMatchObject({ time: 660, rev: 3 });
});

it('names questions by their text', async () => {
  const base = await made();
  const [firstQuestion, ...others] = base.questions;
  if (firstQuestion === undefined) throw new Error('A stand-up asks four questions.');
  const asked = others.map((question) =>
    question.isBlocker ? { ...question, isBlocker: false, blockingOptions: [] } : question,
  );
  await edit('bob', base, { questions: [{ ...firstQuestion, text: 'What is done <b>now</b>?' }, ...asked] });
  const { changes } = await refusedTo('ann', base, { time: 660 });
  expect(changes.map(({ part, text, before, after }) => [part, text, before, after]).sort()).toEqual(
    [
      ['questions', 'Changed a question.', 'What did you get done?', 'What is done <b>now</b>?'],
      [
        'questions',
        'The question “Are you blocked?” no longer shows members as blocked and does not fill the timesheet.',
        null,
        null,
      ],
    ].sort(),
  );
});

it('accepts one of ten parallel saves from one revision, and shows the others its change', async () => {
  const base = await made();
  const times = Array.from({ length: 10 }, (_, index) => 605 + index * 5);
  const replies = await Promise.all(
    times.map((time) => app().ask('bob', saveMeeting, { ...base, questions: [...base.questions], time })),
  );
  const won = replies.filter((reply) => reply.status === 200);
  expect(won).toHaveLength(1);
  for (const { envelope } of replies.filter((reply) => reply.status !== 200)) {
    expect(envelope.errorCode).toBe('MEETING_CHANGED');
    expect(meetingConflict.parse(envelope.data).changes).toMatchObject([{ part: 'time', before: '10:00' }]);
  }
});

it('is hidden from readers without access to the report', async () => {
  const base = await made();
  await edit('bob', base, { time: 630 });
  const stranger = await app().ask('sam', saveMeeting, { ...base, questions: [...base.questions], time: 660 });
  expect([stranger.status, stranger.envelope.data]).toEqual([404, null]);
});
