import en from '#contracts/text/en.json' with { type: 'json' };
import { getReport } from '#contracts/reports/dailyReport.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { openDay, saveStandup, today } from '../../support/apps/standupDayAndValidCalls.ts';
import { aMemberId, anOrgId, aTeamId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { useTestApp } from '../../support/apps/testApp.ts';
import type { Person } from '../../support/apps/testApp.ts';

// Tests the `date` parameter of a report (docs/product-rules.md, HTTP interface). Bob lives in Auckland, 13 hours ahead
// of UTC; Ann lives in Honolulu, ten hours behind UTC; Cy has no zone.

const app = useTestApp();
const teamId = aTeamId('platform');
beforeAll(async () => {
  const { services } = app();
  const ann = { teamId, memberId: aMemberId('ann') };
  await inOrg(services.store, anOrgId()).touch(teamMember, ann, { timezone: aZone('Pacific/Honolulu') });
});

const dateRead = async (who: Person, date?: string): Promise<string> =>
  (await app().get(who, getReport, date === undefined ? { teamId } : { teamId, date })).date;

it.each<[Person, string, string]>([
  ['bob', '2026-11-20', '2026-11-20'],
  ['ann', '2026-11-20', '2026-11-20'],
  ['ann', '0000-01-01', '0000-01-01'],
  ['bob', '9999-12-31', '9999-12-31'],
])('is read unchanged, by %s: %s', async (who, date, read) => {
  expect(await dateRead(who, date)).toBe(read);
});

it.each<[Person, string, string]>([
  ['bob', '2026-11-20T23:30:00-08:00', '2026-11-20'],
  ['ann', '2026-11-20T00:30:00.000+13:00', '2026-11-20'],
  ['bob', '2026-11-20T23:30:00+00:00', '2026-11-20'],
])('with an offset is the date written there, by %s: %s', async (who, date, read) => {
  expect(await dateRead(who, date)).toBe(read);
});

it.each<[Person, string, string]>([
  ['bob', '2026-11-20T10:59:59Z', '2026-11-20'],
  ['bob', '2026-11-20T11:00:00.000Z', '2026-11-21'],
  ['ann', '2026-11-20T09:59:59Z', '2026-11-19'],
  ['ann', '2026-11-20T10:00:00Z', '2026-11-20'],
  ['cy', '2026-11-20T23:59:59.999Z', '2026-11-20'],
  ['bob', '0000-01-01T00:00:00Z', '0000-01-01'],
  ['ann', '9999-12-31T23:59:59Z', '9999-12-31'],
])("with Z is the reader's own, by %s: %s", async (who, date, read) => {
  expect(await dateRead(who, date)).toBe(read);
});

it.each<[Person, string]>([
  ['ann', '0000-01-01T00:00:00Z'],
  ['bob', '9999-12-31T23:59:59Z'],
])('refuses a day that does not exist, by %s: %s', async (who, date) => {
  const { status, envelope } = await app().ask(who, getReport, { teamId, date });
  expect([status, envelope.message]).toEqual([400, en['invalid.date']]);
});

it('is by default today in the reader’s zone, or in UTC for a reader without one', async () => {
  app().clock.set('2026-11-20T11:30:00Z');
  expect([await dateRead('bob'), await dateRead('cy')]).toEqual(['2026-11-21', '2026-11-20']);
  app().clock.set('2026-11-20T09:30:00Z');
  expect(await dateRead('ann')).toBe('2026-11-19');
  app().clock.set('2026-11-20T08:00:00Z');
});

it('finds the runs of that day, of all meetings or of one', async () => {
  const second = await saveStandup(app(), 'ann', { team: 'platform', members: ['cy'] }, { name: 'Second' });
  const { own } = await openDay(app());
  const reports = async (input: object) => (await app().get('bob', getReport, { teamId, ...input })).reports;
  const names = async (input: object) => (await reports(input)).map((report) => report.meetingName).sort();
  expect(await names({ date: today })).toEqual(['Daily stand-up', 'Second']);
  expect(await names({ date: '2026-11-20T00:00:00+05:30' })).toEqual(['Daily stand-up', 'Second']);
  expect(await names({ date: today, meetingId: second.id })).toEqual(['Second']);
  expect(await names({ date: '2026-11-19', meetingId: own.id })).toEqual([]);
  expect(await names({ date: '2026-11-21' })).toEqual([]);
  expect(await reports({ date: today, meetingId: second.id })).toMatchObject([
    { totalMembers: 1, membersAnswered: 0, owes: false, canEdit: false, members: [{ name: 'Cy' }] },
  ]);
});
