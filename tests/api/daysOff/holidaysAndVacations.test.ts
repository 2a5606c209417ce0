import en from '#contracts/text/en.json' with { type: 'json' };
import { deleteVacation, getVacations, saveVacation } from '#contracts/daysOff/changeAndListDaysOff.ts';
import { joinTeam } from '../../../bot/src/services/teamsSync/syncRoster.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import {
  dayHoliday,
  dayVacation,
  holiday,
  vacation,
} from '../../../bot/src/store/kinds/daysOff/vacationsAndHolidays.ts';
import { orgActivity } from '../../../bot/src/store/kinds/core/activityLogAndActionIndex.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import { saveStandup } from '../../support/apps/standupDayAndValidCalls.ts';
import { aDate, aMemberId, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { channelThread, oidOf, teamsUserIdOf } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import { requestOf, useTestApp } from '../../support/apps/testApp.ts';
import { bearer } from '../../support/http/rawHttpClient.ts';

const app = useTestApp();
const records = () => inOrg(app().services.store, anOrgId('contoso'));
const platform = { objectType: 'Team', objectId: aTeamId('platform') } as const;
const bob = { objectType: 'User', objectId: aMemberId('bob') } as const;
const dates = (...days: string[]) => days.map((day) => aDate(day));
const hasCopy = async (team: string, name: string, date: string) =>
  (await records().get(dayVacation, { teamId: aTeamId(team), memberId: aMemberId(name), date: aDate(date) })) !==
  undefined;

describe('team holidays', () => {
  it('are added once, listed in order, and taken away with their copies', async () => {
    const first = await app().get('ann', saveVacation, { ...platform, dates: dates('2026-12-25', '2026-12-24') });
    expect(first).toEqual({ dates: ['2026-12-24', '2026-12-25'], runs: [] });
    const again = await app().get('ann', saveVacation, { ...platform, dates: dates('2026-12-25', '2026-12-31') });
    expect(again.dates).toEqual(['2026-12-31']);
    const listed = dates('2026-12-24', '2026-12-25', '2026-12-31').map((date) => ({ date }));
    expect(await app().get('cy', getVacations, platform)).toEqual(listed);
    const teamId = aTeamId('platform');
    expect(await records().get(dayHoliday, { teamId, date: aDate('2026-12-24') })).toBeDefined();
    const gone = await app().get('ann', deleteVacation, { ...platform, dates: dates('2026-12-24', '2027-05-01') });
    expect(gone).toEqual({ dates: ['2026-12-24'], runs: [] });
    for (const kind of [holiday, dayHoliday])
      expect(await records().get(kind, { teamId, date: aDate('2026-12-24') })).toBeUndefined();
  });

  it('sent again change nothing at all', async () => {
    await app().get('ann', saveVacation, { ...platform, dates: dates('2027-01-01') });
    const before = await app().dump();
    await app().get('ann', saveVacation, { ...platform, dates: dates('2027-01-01') });
    await app().get('ann', deleteVacation, { ...platform, dates: dates('2027-01-02') });
    expect(await app().dump()).toEqual(before);
  });

  it('a whole year of them fits one call', async () => {
    const many = Array.from({ length: 366 }, (_, index) =>
      new Date(Date.UTC(2028, 0, 1 + index)).toISOString().slice(0, 10),
    );
    expect((await app().get('ann', saveVacation, { ...platform, dates: dates(...many) })).dates).toHaveLength(366);
    expect((await app().get('ann', deleteVacation, { ...platform, dates: dates(...many) })).dates).toHaveLength(366);
  });

  it('added for today cancel the open runs and report it', async () => {
    const meeting = await saveStandup(app(), 'eve', { team: 'sales', members: ['eve', 'sam'] }, { time: 9 * 60 + 5 });
    await app().beatAt('2026-11-20T08:05:00Z');
    const sales = { objectType: 'Team', objectId: aTeamId('sales') } as const;
    const { runs } = await app().get('eve', saveVacation, { ...sales, dates: dates('2026-11-20') });
    expect(runs).toMatchObject([{ date: '2026-11-20', asked: 2, answered: 0, effect: 'CANCELLED' }]);
    expect(meeting.teamId).toBe(aTeamId('sales'));
    await app().beat();
  });

  it.each(['bob', 'cy'] as const)('are rejected for %s, who is no admin, and nothing is written', async (who) => {
    const before = await app().dump();
    for (const endpoint of [saveVacation, deleteVacation]) {
      const reply = await app().ask(who, endpoint, { ...platform, dates: dates('2026-12-01') });
      expect([reply.status, reply.envelope.errorCode]).toEqual([403, 'FORBIDDEN']);
    }
    expect(await app().dump()).toEqual(before);
  });

  it('team holidays of another team are hidden', async () => {
    for (const who of ['sam', 'zoe'] as const) expect((await app().ask(who, getVacations, platform)).status).toBe(404);
    // An admin manages days off in any team, and can therefore read the days off of other teams.
    expect((await app().ask('eve', getVacations, platform)).status).toBe(200);
    expect((await app().ask(null, getVacations, platform)).status).toBe(401);
  });
});

describe('a member’s vacation', () => {
  it('is their own to write, is in every team they are in, and in the log', async () => {
    await app().get('bob', saveVacation, { ...bob, dates: dates('2026-12-02', '2026-12-01') });
    expect(await app().get('bob', getVacations, bob)).toEqual([{ date: '2026-12-01' }, { date: '2026-12-02' }]);
    expect(await hasCopy('platform', 'bob', '2026-12-01')).toBe(true);
    await app().get('bob', deleteVacation, { ...bob, dates: dates('2026-12-01') });
    expect(await hasCopy('platform', 'bob', '2026-12-01')).toBe(false);
    const rows = await records().list(orgActivity, undefined, prefixRange(`L|${aMemberId('bob')}|`));
    expect(rows.map(({ value }) => [value.message, value.values['names'] ?? null]).sort()).toEqual([
      ['activity.accountLinked', null],
      ['activity.vacationAdded', '2026-12-01, 2026-12-02'],
      ['activity.vacationRemoved', '2026-12-01'],
    ]);
  });

  it('is written by an admin too, and by no other person', async () => {
    expect((await app().get('ann', saveVacation, { ...bob, dates: dates('2026-12-09') })).dates).toHaveLength(1);
    expect((await app().get('eve', getVacations, bob)).length).toBeGreaterThan(0);
    for (const endpoint of [saveVacation, deleteVacation, getVacations]) {
      const request = { ...bob, dates: dates('2026-12-09') };
      expect((await app().ask('cy', endpoint, request)).status).toBe(403);
      expect((await app().ask('sam', endpoint, request)).status).toBe(404);
      expect((await app().ask('zoe', endpoint, request)).status).toBe(404);
      expect((await app().ask(null, endpoint, request)).status).toBe(401);
    }
  });

  it('a member’s vacation whose copies were lost gets new copies at the next save', async () => {
    const day = aDate('2026-12-15');
    await app().get('bob', saveVacation, { ...bob, dates: [day] });
    const key = { teamId: aTeamId('platform'), memberId: aMemberId('bob'), date: day };
    const row = await records().get(dayVacation, key);
    if (row !== undefined) await records().delete(dayVacation, key, row.etag);
    expect((await app().get('bob', saveVacation, { ...bob, dates: [day] })).dates).toEqual([]);
    expect(await hasCopy('platform', 'bob', '2026-12-15')).toBe(true);
  });

  it('is copied, for future days, into a team that its member joins later', async () => {
    const sam = { objectType: 'User', objectId: aMemberId('sam') } as const;
    await app().get('sam', saveVacation, { ...sam, dates: dates('2026-11-02', '2026-11-20', '2027-02-01') });
    const place = {
      ...{ orgId: anOrgId('contoso'), teamId: aTeamId('platform'), tid: 'tenant-contoso' },
      ...{ threadId: channelThread('platform'), serviceUrl: `${app().connector.url}/` },
    };
    const person = { oid: oidOf('sam'), chatUserId: teamsUserIdOf('sam'), name: 'Sam', email: 'sam@example.test' };
    await joinTeam(app().services, place, [person]);
    expect(await hasCopy('platform', 'sam', '2026-11-20')).toBe(true);
    expect(await hasCopy('platform', 'sam', '2027-02-01')).toBe(true);
    expect(await hasCopy('platform', 'sam', '2026-11-02')).toBe(false);
  });

  it('two calls at once for the same day end as one', async () => {
    const request = { ...bob, dates: dates('2026-12-20') };
    const both = await Promise.all([app().get('bob', saveVacation, request), app().get('ann', saveVacation, request)]);
    expect(both.flatMap((item) => item.dates)).toEqual(['2026-12-20']);
    const key = { memberId: aMemberId('bob'), date: aDate('2026-12-20') };
    expect(await records().get(vacation, key)).toBeDefined();
  });
});

describe('the request', () => {
  // Does pending work first, because its messages would mix with those of the test.
  beforeEach(() => app().beat());

  it('is the list itself in the body of save; of delete a body or a query', async () => {
    const token = bearer(await app().token('bob'));
    const path = `/api/vacation/save/User/${aMemberId('bob')}`;
    const headers = { ...token, 'Content-Type': 'application/json' };
    const saved = await app().send({ method: 'POST', target: path, headers, body: '["2026-12-28","2026-12-29"]' });
    expect(saved.envelope).toMatchObject({ status: 'Success', data: { dates: ['2026-12-28', '2026-12-29'] } });
    const query = `objectType=User&objectId=${aMemberId('bob')}&dates=2026-12-28,2026-12-29`;
    const gone = await app().send({ method: 'DELETE', target: `/api/vacation/delete?${query}`, headers: token });
    expect(gone.envelope).toMatchObject({ status: 'Success', data: { dates: ['2026-12-28', '2026-12-29'] } });
    expect(requestOf(deleteVacation, { ...bob, dates: [] }).method).toBe('DELETE');
  });

  it.each<[string, object, string]>([
    ['an invalid date', { dates: ['2026-02-30'] }, en['invalid.date']],
    ['a date with a time', { dates: ['2026-12-01T00:00:00Z'] }, en['invalid.date']],
    ['no list', { dates: 'tomorrow' }, en['invalid.list']],
    ['an empty list', { dates: [] }, en['invalid.list']],
    ['too many', { dates: Array.from({ length: 401 }, () => '2026-12-01') }, en['invalid.tooMany']],
    ['another kind of object', { objectType: 'Planet' }, en['invalid.choice']],
    ['no id', { objectId: 'bob' }, en['invalid.id']],
  ])('a vacation request with %s is refused, and nothing is written', async (_what, change, message) => {
    const input = { ...bob, dates: ['2026-12-01'], ...change };
    expect(await refusalOf(app(), saveVacation, input)).toEqual([400, 'INVALID_INPUT', message]);
    // A query parameter may be one text with commas. So "tomorrow" is a valid list of one text, and the error is about
    // the date.
    const text = 'dates' in change && change.dates === 'tomorrow' ? en['invalid.date'] : message;
    expect(await refusalOf(app(), deleteVacation, input)).toEqual([400, 'INVALID_INPUT', text]);
  });
});
