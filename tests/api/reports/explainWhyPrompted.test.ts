import { saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import en from '#contracts/text/en.json' with { type: 'json' };
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { deleteMeeting } from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import { whyMember } from '#contracts/reports/whyPromptedOrNot.ts';
import type { MeetingWhy } from '#contracts/reports/whyPromptedOrNot.ts';
import { activateMember } from '#contracts/people/memberActivationAndPreferences.ts';
import { saveVacation } from '#contracts/daysOff/changeAndListDaysOff.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { saveStandup, today, valuesOf } from '../../support/apps/standupDayAndValidCalls.ts';
import { aDate, aMeetingId, aMemberId, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import { useTestApp } from '../../support/apps/testApp.ts';
import type { Person } from '../../support/apps/testApp.ts';

// Tests the explanation of each prompt of one Friday over HTTP, while the real engine sends the prompts.

const app = useTestApp();
let meeting: Meeting;
const asked = (who: Person, name: string, date?: string): Promise<MeetingWhy> =>
  app().get(who, whyMember, {
    ...{ meetingId: meeting.id, memberId: aMemberId(name) },
    ...(date === undefined ? {} : { date: aDate(date) }),
  });
const explanationOf = async (who: Person, name: string, date?: string): Promise<[string | null, string]> => {
  const { reason, text } = await asked(who, name, date);
  return [reason, text];
};

beforeAll(async () => {
  meeting = await saveStandup(app(), 'ann', { team: 'platform', members: ['ann', 'bob', 'cy'] }, { time: 9 * 60 + 10 });
  await app().get('ann', saveVacation, {
    ...{ objectType: 'User' as const, objectId: aMemberId('cy'), dates: [aDate('2026-11-20')] },
  });
});

it('before the opening it reports when, or why not', async () => {
  expect(await explanationOf('ann', 'ann')).toEqual([
    'NOT_YET',
    'You will be asked on 20 Nov 2026 at 09:10 (Europe/Berlin).',
  ]);
  expect(await explanationOf('ann', 'bob')).toEqual([
    'NOT_YET',
    'Bob will be asked on 20 Nov 2026 at 21:10 (Pacific/Auckland).',
  ]);
  expect(await explanationOf('ann', 'cy')).toEqual(['VACATION', 'Cy was not asked on 20 Nov 2026: Cy is on vacation.']);
  expect(await explanationOf('ann', 'bob', '2026-11-21')).toEqual([
    'NOT_SCHEDULED',
    'Bob was not asked on 21 Nov 2026: no run is planned for this date.',
  ]);
});

it('explains nothing about other people to an ordinary user', async () => {
  const refusal = await refusalOf(app(), whyMember, { meetingId: meeting.id, memberId: aMemberId('ann') }, 'bob');
  expect(refusal.slice(0, 2)).toEqual([403, 'FORBIDDEN']);
  expect((await asked('bob', 'bob')).memberId).toBe(aMemberId('bob'));
});

it('after it when and how the question came', async () => {
  await app().beatAt('2026-11-20T08:10:00Z');
  expect(await asked('bob', 'bob')).toEqual({
    ...{ meetingId: meeting.id, memberId: aMemberId('bob'), date: today },
    ...{ isAsked: true, askedAt: '2026-11-20T08:10:00.000Z', delivery: 'CHAT', reason: null },
    ...{ opensAt: '2026-11-20T08:10:00.000Z', closesAt: '2026-11-20T10:10:00.000Z', answeredAt: null },
    text: 'You were asked in the personal chat on 20 Nov 2026 at 21:10 (Pacific/Auckland).',
    messages: [
      {
        ...{ kind: 'PROMPT', sentAt: '2026-11-20T08:10:00.000Z', isLate: false, reason: null },
        text: 'You were asked in the personal chat on 20 Nov 2026 at 21:10 (Pacific/Auckland).',
      },
      {
        ...{ kind: 'FIRST_REMINDER', sentAt: null, isLate: false, reason: 'NOT_YET' },
        text: 'The first reminder comes later, if there is no answer by then.',
      },
      {
        ...{ kind: 'SECOND_REMINDER', sentAt: null, isLate: false, reason: 'NOT_YET' },
        text: 'The second reminder comes later, if there is no answer by then.',
      },
    ],
  });
  expect(await explanationOf('ann', 'cy')).toEqual(['VACATION', 'Cy was not asked on 20 Nov 2026: Cy is on vacation.']);
});

it('explains why a reminder was not sent: answered, muted', async () => {
  const values = valuesOf(meeting);
  await app().get('bob', saveAnswer, { meetingId: meeting.id, date: today, values, goals: [] });
  const records = inOrg(app().services.store, anOrgId('contoso'));
  await records.touch(teamMember, { teamId: aTeamId('platform'), memberId: aMemberId('ann') }, { isMuted: true });
  await app().beatAt('2026-11-20T09:10:00Z');
  const reminders = async (name: string) =>
    (await asked('ann', name)).messages.slice(1).map((message) => message.reason);
  expect(await reminders('bob')).toEqual(['ANSWERED', 'ANSWERED']);
  expect(await reminders('ann')).toEqual(['MUTED', 'NOT_YET']);
  expect((await asked('ann', 'bob')).text).toBe(
    'Bob was asked in the personal chat on 20 Nov 2026 at 21:10 (Pacific/Auckland). Bob answered at 21:10 (Pacific/Auckland).',
  );
});

it('still explains after the close and after the report was deleted', async () => {
  await app().beatAt('2026-11-20T09:55:00Z');
  await app().beatAt('2026-11-20T10:15:00Z');
  expect((await asked('ann', 'ann')).messages.map((message) => message.reason)).toEqual([null, 'MUTED', 'MUTED']);
  const other = await saveStandup(
    app(),
    'ann',
    { team: 'platform', members: ['ann'] },
    { name: 'Gone', time: 11 * 60 + 30 },
  );
  await app().beatAt('2026-11-20T10:30:00Z');
  await app().get('ann', deleteMeeting, { meetingId: other.id });
  const gone = { meetingId: other.id, memberId: aMemberId('ann'), date: today };
  expect(await app().get('ann', whyMember, gone)).toMatchObject({ isAsked: true, reason: null });
  // The report never ran on this day, so there is no explanation.
  const never = { ...gone, date: aDate('2026-11-19') };
  expect((await app().ask('ann', whyMember, never)).status).toBe(404);
});

it('names a disabled member, a person who is no member, and a person of another team', async () => {
  const { id } = await saveStandup(app(), 'ann', { team: 'platform', members: ['ann', 'bob'] }, { name: 'Monday' });
  const monday = (name: string) => ({ meetingId: id, memberId: aMemberId(name), date: aDate('2026-11-23') });
  expect(await app().get('ann', whyMember, monday('cy'))).toMatchObject({ reason: 'NOT_A_MEMBER' });
  const switchBob = (flag: 'true' | 'false') =>
    app().get('ann', activateMember, { teamId: aTeamId('platform'), memberId: aMemberId('bob'), flag });
  await switchBob('false');
  expect(await app().get('ann', whyMember, monday('bob'))).toMatchObject({
    ...{ reason: 'DISABLED', text: 'Bob was not asked on 23 Nov 2026: Bob is disabled in this team.' },
  });
  await switchBob('true');
  for (const name of ['sam', 'zoe', 'nobody'])
    expect((await app().ask('ann', whyMember, monday(name))).status).toBe(404);
  for (const who of ['sam', 'eve', 'zoe'] as const)
    expect((await app().ask(who, whyMember, monday('ann'))).status).toBe(404);
  expect((await app().ask(null, whyMember, monday('ann'))).status).toBe(401);
  expect((await app().ask('ann', whyMember, { ...monday('ann'), meetingId: aMeetingId('nowhere') })).status).toBe(404);
});

it.each<[string, object, string]>([
  ['an invalid date', { date: '2026-02-30' }, en['invalid.date']],
  ['an invalid member', { memberId: 'x' }, en['invalid.id']],
  ['an invalid report', { meetingId: 'x' }, en['invalid.id']],
])('with %s is refused', async (_what, change, message) => {
  const input = { meetingId: meeting.id, memberId: aMemberId('ann'), ...change };
  expect(await refusalOf(app(), whyMember, input)).toEqual([400, 'INVALID_INPUT', message]);
});
