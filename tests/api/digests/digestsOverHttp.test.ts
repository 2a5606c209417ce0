import type { Endpoint } from '#contracts/core/endpoint.ts';
import * as digests from '#contracts/digests/digestCalls.ts';
import { deleteMeeting } from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import { activateMember } from '#contracts/people/memberActivationAndPreferences.ts';
import { digestLimits } from '#contracts/digests/digestLimits.ts';
import { aDigestId } from '../../support/data/digestBuilders.ts';
import { saveStandup } from '../../support/apps/standupDayAndValidCalls.ts';
import { aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import { useTestApp } from '../../support/apps/testApp.ts';
import type { Person } from '../../support/apps/testApp.ts';

// Tests the calls of digests over HTTP. Ann is an admin of the team, Bob and Cy are users, Eve is in another team.

const app = useTestApp();
beforeAll(() => saveStandup(app(), 'ann', { team: 'platform', members: ['ann', 'bob', 'cy'] }));

const draft = (change: object = {}) => ({
  ...{ teamId: aTeamId('platform'), name: 'Weekly digest', sections: ['PEOPLE' as const, 'TRENDS' as const] },
  schedule: { cadence: 'WEEKLY' as const, weekday: 'friday' as const, time: 1020, timezone: 'Europe/Berlin' },
  recipients: { memberIds: [aMemberId('bob')] },
  ...change,
});

const save = (who: Person, change: object = {}) => app().get(who, digests.saveDigest, draft(change));

const pathOf = async (change: object, who: Person = 'ann', endpoint: Endpoint = digests.saveDigest) => {
  const { status, envelope } = await app().ask(who, endpoint, draft(change));
  return [status, envelope.status === 'Error' ? envelope.path?.join('.') : undefined];
};

it('saves a digest, lists it and shows its next date', async () => {
  const { digest, secret } = await save('bob');
  expect(secret).toBeNull();
  expect(digest).toMatchObject({
    ...{ name: 'Weekly digest', state: 'ACTIVE', ownerName: expect.stringContaining('Bob') as string, canChange: true },
    ...{ nextAt: '2026-11-20T16:00:00.000Z', last: null, sentToMe: null },
  });
  const { items, canUseWebhook } = await app().get('cy', digests.listDigests, { teamId: aTeamId('platform') });
  expect(canUseWebhook).toBe(false);
  expect(items.find(({ id }) => id === digest.id)).toMatchObject({ name: 'Weekly digest', canChange: false });
  const changed = await save('bob', { id: digest.id, name: 'Renamed', schedule: { ...draft().schedule, time: 600 } });
  expect(changed.digest).toMatchObject({ id: digest.id, name: 'Renamed', nextAt: '2026-11-20T09:00:00.000Z' });
  await app().get('bob', digests.deleteDigest, { digestId: digest.id });
  const left = await app().get('bob', digests.listDigests, { teamId: aTeamId('platform') });
  expect(left.items).toEqual([]);
});

it('lets the owner and admins change a digest, and other members read it', async () => {
  const { digest } = await save('bob');
  const id = { digestId: digest.id };
  expect((await refusalOf(app(), digests.pauseDigest, { ...id, isPaused: true }, 'cy')).slice(0, 2)).toEqual([
    403,
    'FORBIDDEN',
  ]);
  expect((await refusalOf(app(), digests.saveDigest, draft({ id: digest.id }), 'cy')).slice(0, 2)).toEqual([
    403,
    'FORBIDDEN',
  ]);
  expect((await refusalOf(app(), digests.deleteDigest, id, 'eve')).slice(0, 2)).toEqual([404, 'NOT_FOUND']);
  expect(await app().get('ann', digests.pauseDigest, { ...id, isPaused: true })).toMatchObject({ state: 'PAUSED' });
  expect(await app().get('ann', digests.pauseDigest, { ...id, isPaused: true })).toMatchObject({ state: 'PAUSED' });
  expect(await app().get('ann', digests.pauseDigest, { ...id, isPaused: false })).toMatchObject({
    ...{ state: 'ACTIVE', ownerName: expect.stringContaining('Ann') as string },
  });
  await app().get('ann', digests.deleteDigest, id);
  expect((await refusalOf(app(), digests.deleteDigest, id, 'ann')).slice(0, 2)).toEqual([404, 'NOT_FOUND']);
});

it.each([
  ['without a name', { name: '' }, [400, 'name']],
  ['without a section', { sections: [] }, [400, 'sections']],
  ['without a recipient', { recipients: {} }, [400, 'recipients']],
  [
    'of a sprint without its last day',
    { schedule: { cadence: 'SPRINT', time: 600, timezone: 'UTC' } },
    [400, 'schedule.sprintAnchor'],
  ],
  [
    'of a sprint that ends after all dates',
    { schedule: { cadence: 'SPRINT', time: 600, timezone: 'UTC', sprintAnchor: '9999-12-31' } },
    [400, 'schedule.sprintAnchor'],
  ],
  [
    'to a channel that the team does not have',
    { recipients: { inChannel: true, channelId: '19:elsewhere@thread.tacv2' } },
    [400, 'recipients.channelId'],
  ],
  ['to a person outside the team', { recipients: { memberIds: [aMemberId('eve')] } }, [400, 'recipients.memberIds.0']],
  ['to a broken address', { recipients: { emails: ['nobody'] } }, [400, 'recipients.emails.0']],
  ['of a report that does not exist', { reportIds: [aDigestId('x')] }, [400, 'reportIds.0']],
  [
    'at an unknown zone',
    { schedule: { cadence: 'DAILY', time: 600, timezone: 'Mars/Base' } },
    [400, 'schedule.timezone'],
  ],
  ['to a webhook without https', { recipients: { webhookUrl: 'http://hooks.test/' } }, [400, 'recipients.webhookUrl']],
  [
    'to a webhook with a password',
    { recipients: { webhookUrl: 'https://a:b@hooks.test/' } },
    [400, 'recipients.webhookUrl'],
  ],
  ...['localhost', '10.0.0.1', '169.254.169.254', '[::1]', '2130706433'].map(
    (host) =>
      [
        `to a webhook at ${host}`,
        { recipients: { webhookUrl: `https://${host}/in` } },
        [400, 'recipients.webhookUrl'],
      ] as const,
  ),
  [
    'of the organisation to a channel',
    { teamId: null, recipients: { inChannel: true } },
    [400, 'recipients.inChannel'],
  ],
  [
    'of the organisation to a user',
    { teamId: null, recipients: { memberIds: [aMemberId('bob')] } },
    [400, 'recipients.memberIds.0'],
  ],
] as const)('refuses a digest %s', async (_what, change, expected) => {
  expect(await pathOf(change)).toEqual(expected);
});

it('lets only an admin enter a webhook', async () => {
  const recipients = { webhookUrl: 'https://hooks.example.test/rollcall' };
  expect((await refusalOf(app(), digests.saveDigest, draft({ recipients }), 'bob')).slice(0, 2)).toEqual([
    403,
    'FORBIDDEN',
  ]);
  const { digest, secret } = await save('ann', { recipients });
  expect(secret).toMatch(/^whsec_/);
  const read = await app().get('bob', digests.listDigests, { teamId: aTeamId('platform') });
  expect(JSON.stringify(read)).not.toContain('whsec_');
  expect(JSON.stringify(read)).not.toContain('rollcall');
  expect(read.items[0]).toMatchObject({ webhookHost: 'hooks.example.test', recipients: { webhookUrl: null } });
  expect(digest).toMatchObject({ recipients });
  expect(digest).not.toHaveProperty('webhookHost');
  await app().get('ann', digests.deleteDigest, { digestId: digest.id });
});

it('keeps digests of the organisation to admins', async () => {
  const { digest } = await save('ann', { teamId: null, recipients: { memberIds: [aMemberId('ann')] } });
  expect((await app().get('ann', digests.listOrganisationDigests, {})).items.map(({ id }) => id)).toEqual([digest.id]);
  expect((await refusalOf(app(), digests.listOrganisationDigests, {}, 'bob')).slice(0, 2)).toEqual([403, 'FORBIDDEN']);
  expect((await refusalOf(app(), digests.sendDigestNow, { digestId: digest.id }, 'bob')).slice(0, 2)).toEqual([
    404,
    'NOT_FOUND',
  ]);
  expect((await refusalOf(app(), digests.saveDigest, draft({ teamId: null }), 'bob')).slice(0, 2)).toEqual([
    403,
    'FORBIDDEN',
  ]);
  await app().get('ann', digests.deleteDigest, { digestId: digest.id });
});

it('lists every admin of the organisation for its digests, also of teams to which the caller does not belong', async () => {
  const admins = await app().get('ann', digests.listDigestAdmins, {});
  expect(admins.map(({ id }) => id)).toEqual([aMemberId('ann'), aMemberId('eve')]);
  const { digest } = await save('ann', { teamId: null, recipients: { memberIds: [aMemberId('eve')] } });
  expect(digest.recipients.memberIds).toEqual([aMemberId('eve')]);
  await app().get('ann', digests.deleteDigest, { digestId: digest.id });
  expect((await refusalOf(app(), digests.listDigestAdmins, {}, 'bob')).slice(0, 2)).toEqual([403, 'FORBIDDEN']);
});

it('refuses a change of a digest that another person changed first', async () => {
  const { digest } = await save('ann');
  const asRead = { id: digest.id, rev: digest.rev };
  const changed = await save('ann', { ...asRead, name: 'Hers' });
  const { status, envelope } = await app().ask('ann', digests.saveDigest, draft({ ...asRead, name: 'His' }));
  expect([status, envelope.errorCode]).toEqual([409, 'CONFLICT']);
  const { rev } = changed.digest;
  expect((await save('ann', { id: digest.id, rev, name: 'His' })).digest.name).toBe('His');
  expect((await save('ann', { id: digest.id, name: 'Whoever' })).digest.name).toBe('Whoever');
  await app().get('ann', digests.deleteDigest, { digestId: digest.id });
});

it('previews the card and the next dates without storing anything', async () => {
  const { card, next } = await app().get('cy', digests.previewDigest, draft());
  expect(card).toMatchObject({ type: 'AdaptiveCard' });
  expect(next).toEqual(['2026-11-20T16:00:00.000Z', '2026-11-27T16:00:00.000Z', '2026-12-04T16:00:00.000Z']);
  expect((await app().get('cy', digests.listDigests, { teamId: aTeamId('platform') })).items).toEqual([]);
  expect(await pathOf({ name: '' }, 'cy', digests.previewDigest)).toEqual([400, 'name']);
});

it('saves a changed digest without the person who left and the report that was deleted', async () => {
  const [gone, other] = [
    await saveStandup(app(), 'ann', { team: 'platform', members: ['ann', 'bob'] }, { name: 'Gone' }),
    await saveStandup(app(), 'ann', { team: 'platform', members: ['ann', 'bob'] }, { name: 'Other' }),
  ];
  const recipients = { memberIds: [aMemberId('bob'), aMemberId('cy')] };
  const { digest } = await save('ann', { reportIds: [gone.id, other.id], recipients });
  await app().get('ann', deleteMeeting, { meetingId: gone.id });
  const place = { teamId: aTeamId('platform'), memberId: aMemberId('cy') };
  await app().get('ann', activateMember, { ...place, flag: 'false' });
  const unchanged = { id: digest.id, reportIds: digest.reportIds, recipients };
  expect((await app().get('ann', digests.previewDigest, draft(unchanged))).next).not.toEqual([]);
  const after = (await save('ann', unchanged)).digest;
  expect([after.reportIds, after.recipients.memberIds]).toEqual([[other.id], [aMemberId('bob')]]);
  // The save has removed Cy and the deleted report from the digest, so naming either of them again counts as an
  // addition and is rejected.
  expect(await pathOf({ ...unchanged, reportIds: [] })).toEqual([400, 'recipients.memberIds.1']);
  expect(await pathOf({ ...unchanged, reportIds: [gone.id] })).toEqual([400, 'reportIds.0']);
  await app().get('ann', activateMember, { ...place, flag: 'true' });
  await app().get('ann', digests.deleteDigest, { digestId: digest.id });
});

it('previews a digest of the last possible sprint', async () => {
  const schedule = { cadence: 'SPRINT', sprintWeeks: 8, sprintAnchor: '9998-12-31', time: 600, timezone: 'UTC' };
  expect((await app().get('bob', digests.previewDigest, draft({ schedule }))).next).toHaveLength(3);
});

it('limits the digests of a team', async () => {
  const ids: string[] = [];
  for (let count = 0; count < digestLimits.digestsPerTeam; count += 1) ids.push((await save('ann')).digest.id);
  expect((await refusalOf(app(), digests.saveDigest, draft(), 'ann')).slice(0, 2)).toEqual([409, 'DIGEST_LIMIT']);
  for (const digestId of ids) await app().ask('ann', digests.deleteDigest, { digestId });
});
