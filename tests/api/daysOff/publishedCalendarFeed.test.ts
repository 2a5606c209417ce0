import en from '#contracts/text/en.json' with { type: 'json' };
import { logout } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { userFeed } from '#contracts/daysOff/publishedCalendarFeed.ts';
import { activateMember } from '#contracts/people/memberActivationAndPreferences.ts';
import { deactivateMeeting } from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import { activateOrg } from '#contracts/organisations/organisationCalls.ts';
import { deleteUser } from '#contracts/people/userAndProfileCalls.ts';
import { saveVacation } from '#contracts/daysOff/changeAndListDaysOff.ts';
import { updateRow } from '../../../bot/src/services/core/optimisticUpdate.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { calendarFeed } from '../../../bot/src/store/kinds/daysOff/calendarFeed.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { orgTeam } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { saveStandup } from '../../support/apps/standupDayAndValidCalls.ts';
import { aDate, aMemberId, anInstant, anOrgId, aTeamId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import { useTestApp } from '../../support/apps/testApp.ts';
import type { Person } from '../../support/apps/testApp.ts';

const app = useTestApp();

const platform = aTeamId('platform');

/** Creates a new feed address and returns the path that a calendar program requests. */
const subscribe = async (who: Person): Promise<string> => {
  const { url } = await app().get(who, userFeed, { action: 'RENEW' });
  return new URL(url ?? '').pathname;
};
const read = (target: string) => app().send({ target });
const statusOf = async (target: string): Promise<number> => (await read(target)).status;

/** Returns the events of a calendar as `start title`, sorted. */
const entriesAt = async (target: string): Promise<readonly string[]> => {
  const { text } = await read(target);
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  const events: string[] = [];
  let start = '';
  for (const line of lines) {
    if (line.startsWith('DTSTART')) start = line.replace(/^DTSTART(?:;VALUE=DATE)?:/, '');
    if (line.startsWith('SUMMARY:') && start !== '') events.push(`${start} ${line.slice(8)}`);
    if (line === 'END:VEVENT') start = '';
  }
  return events.sort();
};

// The clock shows Friday, 20 November 2026, 08:00 UTC. Bob lives in Auckland, 13 hours ahead.

it('holds the prompts of the next 60 days at their own instants, and the days off', async () => {
  await saveStandup(
    app(),
    'bob',
    { team: 'platform', members: ['ann', 'bob'] },
    {
      name: 'Daily, early; late',
      time: 600,
      timezone: 'UTC',
    },
  );
  await saveStandup(
    app(),
    'ann',
    { team: 'platform', members: ['ann', 'bob'] },
    { name: 'Own time', time: 600, timeBasis: 'MEMBER' },
  );
  await saveStandup(app(), 'ann', { team: 'platform', members: ['ann'] }, { name: 'Without Bob' });
  const off = await saveStandup(app(), 'ann', { team: 'platform', members: ['bob'] }, { name: 'Switched off' });
  await app().get('ann', deactivateMeeting, { meetingId: off.id, flag: 'false' });
  const team = { objectType: 'Team', objectId: platform } as const;
  await app().get('ann', saveVacation, {
    ...team,
    dates: [aDate('2026-12-25')],
    names: { '2026-12-25': 'Christmas Day' },
  });
  const bob = { objectType: 'User', objectId: aMemberId('bob') } as const;
  const days = ['2026-11-24', '2026-11-25', '2026-12-01'].map(aDate);
  await app().get('bob', saveVacation, { ...bob, dates: days });

  const target = await subscribe('bob');
  const reply = await read(target);
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(reply.text).toContain('X-WR-CALNAME:Rollcall: Contoso');
  expect(reply.text.replaceAll('\r\n ', '')).toMatch(/\/reports\/\w+\/report\?date=2026-11-20/);
  const entries = await entriesAt(target);
  expect(entries).toEqual(
    expect.arrayContaining([
      '20261120T100000Z Daily\\, early\\; late',
      '20261224T100000Z Daily\\, early\\; late',
      '20261122T210000Z Own time',
      '20261124 Day off',
      '20261201 Day off',
      '20261225 Christmas Day (team holiday)',
    ]),
  );
  // The calendar contains no prompt on a day off of the person, on a team holiday, or from the 61st day on.
  const titles = (start: string) => entries.filter((entry) => entry.startsWith(start));
  expect(titles('20261225T')).toEqual([]);
  expect(titles('20261130T100000Z')).toHaveLength(1);
  expect([...titles('20261123T210000Z'), ...titles('20261124T100000Z')]).toEqual([]);
  expect(entries.some((entry) => entry.startsWith('202701') && entry > '20270119T080000Z')).toBe(false);
  expect(entries.join()).not.toMatch(/Without Bob|Switched off/);
  expect(entries.filter((entry) => entry.endsWith('Day off'))).toHaveLength(2);
});

it('leaves out runs that have prompted or were cancelled, and stops while the organisation sends no prompts', async () => {
  await saveStandup(
    app(),
    'bob',
    { team: 'platform', members: ['ann', 'bob'] },
    { name: 'Daily', time: 600, timezone: 'UTC' },
  );
  const target = await subscribe('bob');
  expect(await entriesAt(target)).toContain('20261120T100000Z Daily');
  await app().beatAt('2026-11-20T10:00:30Z');
  expect(await entriesAt(target)).not.toContain('20261120T100000Z Daily');
  expect(await entriesAt(target)).toContain('20261123T100000Z Daily');
  await app().get('ann', activateOrg, { isActive: false });
  expect((await entriesAt(target)).filter((entry) => /T\d{6}Z/.test(entry))).toEqual([]);
  await app().get('ann', activateOrg, { isActive: true });
});

it('is shown once, replaced by a new address, and ended', async () => {
  const madeAt = new Date(app().clock.now()).toISOString();
  expect(await app().get('cy', userFeed, { action: 'SHOW' })).toEqual({ createdAt: null, url: null });
  const first = await subscribe('cy');
  const second = await subscribe('cy');
  expect(await app().get('cy', userFeed, { action: 'SHOW' })).toEqual({
    createdAt: madeAt,
    url: null,
  });
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  const rows = (await app().dump()).join('\n');
  expect(rows).not.toContain(second.slice('/api/feed/'.length + 26, -4));
  expect(await app().get('cy', userFeed, { action: 'END' })).toEqual({ createdAt: null, url: null });
  expect(await app().get('cy', userFeed, { action: 'END' })).toEqual({ createdAt: null, url: null });
  expect(await statusOf(second)).toBe(404);
});

it('returns the same "not found" for every invalid address and logs none', async () => {
  const target = await subscribe('bob');
  const other = await subscribe('ann');
  const own = target.slice('/api/feed/'.length);
  const strange = [
    own.slice(0, -5) + (own.at(-5) === 'A' ? 'B' : 'A') + '.ics',
    own.slice(0, 26) + other.slice('/api/feed/'.length + 26),
    aUserId('nobody') + own.slice(26),
    own.slice(0, -4),
    `${own}x`,
    'x.ics',
    '__proto__.ics',
    '%00.ics',
  ];
  const bodies = await Promise.all(strange.map((text) => read(`/api/feed/${text}`)));
  expect(bodies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404, 404]);
  const lines = bodies.slice(0, 3).map(({ envelope }) => ({ ...envelope, correlationId: '' }));
  expect(lines[1]).toEqual(lines[0]);
  expect(lines[2]).toEqual(lines[0]);
  expect(await statusOf(target)).toBe(200);
  const secret = own.slice(26, -4);
  expect(app().lines.length).toBeGreaterThan(0);
  expect(app().lines.join('\n')).not.toContain(secret);
});

it('is made by members only, for themselves', async () => {
  expect((await app().ask(null, userFeed, { action: 'RENEW' })).status).toBe(401);
  const reply = await app().ask('gus', userFeed, { action: 'RENEW' });
  expect([reply.status, reply.envelope.errorCode]).toEqual([409, 'CONFLICT']);
  expect(await refusalOf(app(), userFeed, { action: 'STEAL' as never })).toEqual([
    ...[400, 'INVALID_INPUT', en['invalid.choice']],
  ]);
});

describe('ends', () => {
  const row = (who: Person, org: string) =>
    outside(app().services.store).get(calendarFeed, { userId: aUserId(who), orgId: anOrgId(org) });

  it('the feed ends when the member is disabled, for good', async () => {
    const target = await subscribe('cy');
    const cy = { teamId: platform, memberId: aMemberId('cy') };
    await app().get('ann', activateMember, { ...cy, flag: 'false' });
    expect([await statusOf(target), await row('cy', 'contoso')]).toEqual([404, undefined]);
    await app().get('ann', activateMember, { ...cy, flag: 'true' });
    expect(await statusOf(target)).toBe(404);
  });

  it('the feed ends with the account', async () => {
    const target = await subscribe('sam');
    await app().get('eve', deleteUser, { userId: aUserId('sam') });
    expect([await statusOf(target), await row('sam', 'contoso')]).toEqual([404, undefined]);
  });

  it('the feed ends while its owner is in no team, or in a deleted one', async () => {
    const [left, deleted] = [await subscribe('yan'), await subscribe('zoe')];
    const records = inOrg(app().services.store, anOrgId('fabrikam'));
    const leftOn = anInstant('2026-11-20T08:00:00.000Z');
    const yan = { teamId: aTeamId('venus'), memberId: aMemberId('yan') };
    await records.touch(teamMember, yan, { leftOn });
    await records.touch(orgTeam, { teamId: aTeamId('mars') }, { state: 'DELETED' });
    expect([await statusOf(left), await statusOf(deleted)]).toEqual([404, 404]);
    await updateRow(records, teamMember, yan, (row) => ({ ...row, leftOn: null }));
    expect(await statusOf(left)).toBe(200);
  });

  it('the feed ends with a password reset, unless it was made afterwards', async () => {
    const target = await subscribe('wim');
    const resetAt = (joinsFrom: number) =>
      outside(app().services.store).touch(profile, { userId: aUserId('wim') }, { joinsFrom });
    const isShown = async (): Promise<boolean> =>
      (await app().get('wim', userFeed, { action: 'SHOW' })).createdAt !== null;
    // The feed address was created in a session of epoch 1. Epochs before `joinsFrom` are no longer accepted, so the
    // address stays valid with 1 and ends with 2.
    await resetAt(1);
    expect([await statusOf(target), await isShown()]).toEqual([200, true]);
    await resetAt(2);
    expect([await statusOf(target), await isShown()]).toEqual([404, false]);
    await resetAt(1);
  });

  it('the feed does not end with a session', async () => {
    const target = await subscribe('wim');
    await app().ask('wim', logout, { refreshToken: 'none' });
    app().clock.advance({ minutes: 60 * 24 * 40 });
    expect(await statusOf(target)).toBe(200);
  });
});

describe('is read', () => {
  it('60 times an hour', async () => {
    const target = await subscribe('eve');
    for (let times = 0; times < 60; times += 1) expect(await statusOf(target)).toBe(200);
    expect(await statusOf(target)).toBe(429);
    app().clock.advance({ minutes: 61 });
    expect(await statusOf(target)).toBe(200);
  });

  it('the feed is read also from an address with many wrong attempts, which is slowed', async () => {
    const target = await subscribe('ann');
    const wrong = `/api/feed/${aUserId('bob')}${'A'.repeat(43)}.ics`;
    const lines: number[] = [];
    for (let times = 0; times < 31; times += 1) lines.push(await statusOf(wrong));
    expect([lines[0], lines.at(-1)]).toEqual([404, 429]);
    expect(await statusOf(target)).toBe(200);
  });
});
