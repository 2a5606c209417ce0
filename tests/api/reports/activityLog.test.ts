import { getActivities } from '#contracts/reports/getActivities.ts';
import type { InputOf, OutputOf } from '#contracts/core/endpoint.ts';
import { deactivateMeeting, deleteMeeting } from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import { resolveBlocker } from '#contracts/blockers/blockerCalls.ts';
import { saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import en from '#contracts/text/en.json' with { type: 'json' };
import { activateMember } from '#contracts/people/memberActivationAndPreferences.ts';
import { orgAudit } from '#contracts/organisations/organisationCalls.ts';
import { inviteMember } from '#contracts/registration/memberInvitationCalls.ts';
import { saveVacation } from '#contracts/daysOff/changeAndListDaysOff.ts';
import { activityStep } from '../../../bot/src/services/core/activityLogStepsAndTexts.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { saveStandup, today, valuesOf } from '../../support/apps/standupDayAndValidCalls.ts';
import { aDate, aMeetingId, aMemberId, anOrgId, aTeamId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import { seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { useTestApp } from '../../support/apps/testApp.ts';

const app = useTestApp();
let count = 0;
const made = (): Promise<Meeting> => {
  count += 1;
  return saveStandup(app(), 'bob', { team: 'platform', members: ['ann', 'bob'] }, { name: `Report ${count}` });
};

type Page = OutputOf<typeof getActivities>;
const read = (objectId: Meeting['id'], change: Partial<InputOf<typeof getActivities>> = {}): Promise<Page> =>
  app().get('ann', getActivities, { objectType: 'Meeting', objectId, timezone: 'UTC', ...change });

/** Writes activity entries of a meeting, one minute apart, ending at `newest`. */
const fill = async (meetingId: Meeting['id'], entries: number, newest: string): Promise<void> => {
  const records = inOrg(app().services.store, anOrgId('contoso'));
  for (let index = 0; index < entries; index += 50)
    await records.transact(
      Array.from({ length: Math.min(50, entries - index) }, (_, offset) =>
        activityStep(records, {
          ...{ teamId: aTeamId('platform'), objectId: meetingId, eventKey: `e${index + offset}`, actor: 'Ann' },
          atMs: Date.parse(newest) - (index + offset) * 60_000,
          ...{ message: 'activity.meetingRenamed', values: { before: 'A', after: `${index + offset}` } },
        }),
      ),
    );
};

describe('the log of a report', () => {
  it('reports author and action, newest first, with long texts before and after', async () => {
    const { id, questions, ...rest } = await made();
    app().clock.advance({ minutes: 1 });
    const [first, ...others] = questions;
    if (first === undefined) throw new Error('A stand-up asks four questions.');
    const asked = [{ ...first, text: '<script>alert(1)</script>' }, ...others];
    await app().get('ann', saveMeeting, { ...rest, id, questions: asked });
    app().clock.advance({ minutes: 1 });
    await app().get('bob', deactivateMeeting, { meetingId: id, flag: 'false' });
    const page = await read(id);
    expect(page.items.map(({ text, username, before, after }) => [text, username.slice(0, 3), before, after])).toEqual([
      ['Deactivated the report. It sends no questions until it is activated again.', 'Bob', null, null],
      ['Changed a question.', 'Ann', 'What did you get done?', '<script>alert(1)</script>'],
      [`Created the report ${rest.name}.`, 'Bob', null, null],
    ]);
    expect(page).toMatchObject({ pageCount: 1000, pageNumber: 1, totalItems: 3 });
  });

  it('outlives its report', async () => {
    const { id } = await made();
    await app().get('bob', deleteMeeting, { meetingId: id });
    expect((await read(id)).items.map((item) => item.text)).toContain(
      `Deleted the report Report ${count}. Its answers stay readable.`,
    );
  });

  it('is counted exactly, and read a page at a time without a gap or a double', async () => {
    const { id } = await made();
    await fill(id, 2345, '2026-11-19T12:00:00Z');
    const total = 2346;
    const texts: string[] = [];
    for (let pageNumber = 1; pageNumber <= 3; pageNumber += 1) {
      const page = await read(id, { pageNumber });
      expect(page).toMatchObject({ pageCount: 1000, pageNumber, totalItems: total });
      texts.push(...page.items.map((item) => item.text));
    }
    expect(texts).toHaveLength(total);
    expect(new Set(texts).size).toBe(total);
    expect((await read(id, { pageNumber: 4 })).items).toEqual([]);
    expect((await read(id, { pageCount: 7, pageNumber: 336 })).items).toHaveLength(1);
  });

  it('is searched by days of the reader’s own zone, both included', async () => {
    const { id } = await made();
    await fill(id, 3, '2026-11-10T23:31:00Z');
    const found = async (change: Partial<InputOf<typeof getActivities>>) => (await read(id, change)).totalItems;
    const day = (date: string, timezone = 'UTC') => ({ startDate: date, endDate: date, timezone });
    expect(await found(day('2026-11-10'))).toBe(3);
    expect(await found(day('2026-11-11'))).toBe(0);
    expect(await found(day('2026-11-11', 'Europe/Berlin'))).toBe(3);
    expect(
      await found({ startDate: '2026-11-10T23:00:00Z', endDate: '2026-11-10T23:00:00Z', timezone: 'Asia/Tokyo' }),
    ).toBe(3);
    expect(await found({ startDate: '2026-11-01', endDate: '2026-11-09' })).toBe(0);
    // A call without dates covers the last thirty days.
    expect(await found({})).toBe(4);
    await fill(id, 2, '2026-10-15T12:00:00Z');
    expect(await found({})).toBe(4);
    expect(await found({ endDate: '2026-11-11' })).toBe(5);
    expect(await found({ startDate: '2026-10-15' })).toBe(6);
  });

  it.each([
    ['0000-01-01', '0001-01-01'],
    ['0000-01-01', '9999-12-31'],
    ['9999-12-30', '9999-12-31'],
  ])('bears the ends of the calendar: %s to %s', async (startDate, endDate) => {
    const { id } = await made();
    const page = await read(id, {
      startDate: aDate(startDate),
      endDate: aDate(endDate),
      timezone: aZone('Pacific/Kiritimati'),
    });
    expect(page.totalItems).toBe(startDate < '2026' && endDate > '2027' ? 1 : 0);
    expect((await read(id, { endDate: aDate('1969-01-01') })).totalItems).toBe(0);
  });

  it('uses the reader’s zone, and UTC for a reader without one', async () => {
    const { id } = await made();
    await fill(id, 1, '2026-11-10T12:00:00Z');
    // In Auckland, where Bob lives, it is already the 11th.
    const asBob = { objectType: 'Meeting', objectId: id, startDate: '2026-11-11', endDate: '2026-11-11' } as const;
    expect((await app().get('bob', getActivities, asBob)).totalItems).toBe(1);
    expect((await app().get('ann', getActivities, asBob)).totalItems).toBe(0);
  });
});

describe('every change is in it', () => {
  it('the activity log has every change of a report, a run, an answer, a blocker', async () => {
    const meeting = await saveStandup(
      app(),
      'bob',
      { team: 'platform', members: ['ann', 'bob'] },
      {
        name: 'Everything',
        time: 9 * 60 + 30,
      },
    );
    await app().beatAt('2026-11-20T08:31:00Z');
    const values = valuesOf(meeting, { blocked: 'Yes', what: 'The key' });
    await app().get('bob', saveAnswer, { meetingId: meeting.id, date: today, values, goals: [] });
    const blocked = { meetingId: meeting.id, memberId: aMemberId('bob') };
    expect(await app().get('bob', resolveBlocker, blocked)).toEqual({ ...blocked, isResolved: true });
    expect(await app().get('ann', resolveBlocker, blocked)).toMatchObject({ isResolved: false });
    const { items } = await read(meeting.id);
    expect(items.map((item) => [item.text, item.before])).toEqual(
      expect.arrayContaining([
        ['The run of 20 Nov 2026 opened and asks 2 people.', null],
        ['Answered the run of 20 Nov 2026.', null],
        ['Marked the blocker of Bob as resolved.', 'The key'],
      ]),
    );
  });

  it('the activity log has every change of the organisation: who has an account', async () => {
    const { items } = await app().get('ann', orgAudit, {});
    expect(items.map((item) => [item.text, item.username])).toContainEqual(['Bob now has an account.', 'Bob']);
  });

  it('the activity log of the organisation is cut at its oldest entries, whichever report they are of', async () => {
    const [many, ...few] = [await made(), await made(), await made()];
    await fill(many.id, 10_000, '2026-10-12T00:00:00Z');
    for (const { id } of few) await fill(id, 30, '2026-10-14T00:00:00Z');
    const range = { from: aDate('2026-10-01'), to: aDate('2026-10-14') };
    const { items, isComplete } = await app().get('ann', orgAudit, range);
    expect(isComplete).toBe(false);
    expect(items).toHaveLength(10_000);
    expect(items.filter(({ createdOn }) => createdOn > '2026-10-13')).toHaveLength(60);
    const times = items.map(({ createdOn }) => createdOn);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it('the activity log has every change of a team: its people, its holidays, who was invited', async () => {
    const teamId = aTeamId('platform');
    await seedTeam(app().services.store, { people: ['dan'], admins: [] });
    await app().get('ann', inviteMember, { teamId, memberId: aMemberId('dan') });
    await app().get('ann', activateMember, { teamId, memberId: aMemberId('cy'), flag: 'false' });
    await app().get('ann', activateMember, { teamId, memberId: aMemberId('cy'), flag: 'true' });
    await app().get('ann', saveVacation, { objectType: 'Team', objectId: teamId, dates: [aDate('2026-12-24')] });
    const { items } = await app().get('bob', getActivities, { objectType: 'Team', objectId: teamId });
    expect(items.map((item) => item.text)).toEqual(
      expect.arrayContaining([
        'Disabled Cy: this person gets no more questions.',
        'Enabled Cy.',
        'Added team holidays: 24 Dec 2026.',
        'Invited Dan to register on the web.',
      ]),
    );
  });
});

describe('the request', () => {
  // Completes pending work first, because its entries would mix with those of this test.
  beforeEach(() => app().beat());

  it.each<[string, object, string]>([
    ['no object', { objectId: undefined }, en['invalid.id']],
    ['an invalid id', { objectId: 'x' }, en['invalid.id']],
    ['another kind', { objectType: 'Planet' }, en['invalid.choice']],
    ['an invalid date', { startDate: '2026-02-30' }, en['invalid.date']],
    ['the last day first', { startDate: '2026-11-02', endDate: '2026-11-01' }, en['org.dateOrder']],
    ['no such zone', { timezone: 'Mars/Olympus' }, en['invalid.zone']],
    ['too large a page', { pageCount: 1001 }, en['invalid.number']],
    ['page nought', { pageNumber: 0 }, en['invalid.number']],
  ])('a request for the activity with %s is refused', async (_what, change, message) => {
    const { id } = await made();
    const input = { objectType: 'Meeting', objectId: id, ...change };
    expect(await refusalOf(app(), getActivities, input)).toEqual([400, 'INVALID_INPUT', message]);
  });

  it('is hidden from strangers, including its existence', async () => {
    const { id } = await made();
    const request = { objectType: 'Meeting', objectId: id } as const;
    for (const who of ['sam', 'eve', 'zoe'] as const)
      expect((await app().ask(who, getActivities, request)).status).toBe(404);
    expect((await app().ask('ann', getActivities, { ...request, objectId: aMeetingId('nowhere') })).status).toBe(404);
    expect((await app().ask(null, getActivities, request)).status).toBe(401);
  });
});
