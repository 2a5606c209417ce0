import { saveVacation as saveVacationCall } from '#contracts/daysOff/changeAndListDaysOff.ts';
import { listDigests as listDigestsCall } from '#contracts/digests/digestCalls.ts';
import { removeVacation, saveVacation } from '../../../bot/src/services/daysOff/changeAndListDaysOff.ts';
import { pauseDigest } from '../../../bot/src/services/digests/pauseOrDeleteDigest.ts';
import { listDigests } from '../../../bot/src/services/digests/listDigestsAndAdmins.ts';
import { digest as digestKind } from '../../../bot/src/store/kinds/digests/digestAndSending.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { channel } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { aDate } from '../../support/data/idDateAndRecordBuilders.ts';
import { shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { answerAs, kindsLeft } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import {
  addHoliday,
  digestCards,
  digestModels,
  digestRow,
  digestWorld,
  resultsOf,
  sendingsOf,
} from '../../support/worlds/digestWorld.ts';

it('sends the digest once a day to the chat of each recipient, with the runs that closed since the last one', async () => {
  const world = await digestWorld();
  await world.meeting();
  const digest = await world.digest('ann', { recipients: { memberIds: [world.member('ann'), world.member('bob')] } });
  await world.runUntil('2026-11-20T09:05:00Z');
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-23T18:00:00Z', 300);
  expect(digestCards(world)).toEqual(['11-20 16:00 ann', '11-20 16:00 bob', '11-23 16:00 ann', '11-23 16:00 bob']);
  const [first, , second] = digestModels(world);
  expect(first).toMatchObject({
    runs: 1,
    from: '2026-11-19T16:00:00.000Z',
    to: '2026-11-20T16:00:00.000Z',
    isLate: false,
  });
  expect(first?.people.map(({ name, asked, answered }) => `${name} ${answered}/${asked}`)).toEqual([
    'ann 1/1',
    'bob 0/1',
    'eve 0/1',
  ]);
  expect(first?.missing.map(({ name, reports }) => [name, reports])).toEqual([
    ['bob', [{ name: 'Daily stand-up', runs: 1 }]],
    ['eve', [{ name: 'Daily stand-up', runs: 1 }]],
  ]);
  expect(first?.trends).toMatchObject([{ now: { asked: 3, answered: 1, blockers: 0 }, before: { runs: 0 } }]);
  expect(second).toMatchObject({ runs: 1, from: '2026-11-20T16:00:00.000Z', to: '2026-11-23T16:00:00.000Z' });
  expect(second?.trends).toMatchObject([{ before: { runs: 1, asked: 3, answered: 1 } }]);
  expect(await resultsOf(world, digest)).toEqual(['CHAT SENT', 'CHAT SENT', 'CHAT SENT', 'CHAT SENT']);
  expect(await kindsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('digest'));
});

it('names the answers to the newest run only if the digest shows answers', async () => {
  const world = await digestWorld();
  await world.meeting();
  await world.digest('ann', { people: 'ANSWERS' });
  await world.runUntil('2026-11-20T09:05:00Z');
  await answerAs(world, 'ann', { change: { done: 'The report' } });
  await world.runUntil('2026-11-20T16:05:00Z', 300);
  const [model] = digestModels(world);
  expect(model?.people[0]?.answers[0]).toMatchObject({ question: 'What did you get done?', answer: 'The report' });
});

it('covers all missed dates with one late message after a downtime, which names the delay', async () => {
  const world = await digestWorld();
  await world.meeting();
  const digest = await world.digest('ann');
  await world.runUntil('2026-11-20T16:05:00Z', 300);
  // No instance runs from Monday morning to Thursday morning.
  await world.runUntil('2026-11-23T07:00:00Z', 3600);
  world.clock.set(Date.parse('2026-11-26T07:00:00Z'));
  await world.runUntil('2026-11-26T17:00:00Z', 300);
  expect(digestCards(world)).toEqual(['11-20 16:00 ann', '11-26 07:00 ann', '11-26 16:00 ann']);
  expect(digestModels(world)[1]).toMatchObject({
    ...{ from: '2026-11-20T16:00:00.000Z', to: '2026-11-25T16:00:00.000Z', isLate: true },
  });
  expect((await digestRow(world, digest))?.nextAt).toBe('2026-11-27T16:00:00.000Z');
});

it('moves to the next working day after a holiday that was added later, and covers both days', async () => {
  const world = await digestWorld();
  await world.meeting();
  await world.digest('ann');
  await world.runUntil('2026-11-20T16:05:00Z', 300);
  await addHoliday(world, '2026-11-23');
  await world.runUntil('2026-11-24T17:00:00Z', 300);
  expect(digestCards(world)).toEqual(['11-20 16:00 ann', '11-24 16:00 ann']);
});

it('moves as soon as a holiday is saved, and comes on its own date again after the holiday was removed', async () => {
  const world = await digestWorld();
  await world.meeting();
  const digest = await world.digest('ann');
  const admin = world.actor('ann', { role: 'admin' });
  const monday = saveVacationCall.input.parse({ objectType: 'Team', objectId: world.teamId, dates: ['2026-11-23'] });
  await world.runUntil('2026-11-20T16:05:00Z', 300);
  await saveVacation(world.answering, admin, monday);
  expect((await digestRow(world, digest))?.nextAt).toBe('2026-11-24T16:00:00.000Z');
  await world.runUntil('2026-11-23T09:00:00Z', 3600);
  await removeVacation(world.answering, admin, monday);
  await world.runUntil('2026-11-24T17:00:00Z', 300);
  expect(digestCards(world)).toEqual(['11-20 16:00 ann', '11-23 16:00 ann', '11-24 16:00 ann']);
});

it('sends nothing after the clock was set back over a sending', async () => {
  const world = await digestWorld();
  await world.meeting();
  const digest = await world.digest('ann');
  await world.runUntil('2026-11-20T16:05:00Z', 300);
  world.clock.set(Date.parse('2026-11-20T15:50:00Z'));
  await world.runUntil('2026-11-20T16:30:00Z', 60);
  expect(digestCards(world)).toEqual(['11-20 16:00 ann']);
  expect(await sendingsOf(world, digest)).toHaveLength(1);
});

it('sends nothing while the team is disconnected, and covers the gap with the next digest', async () => {
  const world = await digestWorld();
  await world.meeting();
  const digest = await world.digest('ann');
  await world.runUntil('2026-11-20T16:05:00Z', 300);
  await world.changeTeam({ state: 'DISCONNECTED' });
  await world.runUntil('2026-11-23T17:00:00Z', 300);
  expect(digestCards(world)).toHaveLength(1);
  await world.changeTeam({ state: 'CONNECTED' });
  await world.runUntil('2026-11-24T17:00:00Z', 300);
  expect(digestModels(world)[1]).toMatchObject({ from: '2026-11-20T16:00:00.000Z', to: '2026-11-24T16:00:00.000Z' });
  expect(await sendingsOf(world, digest)).toHaveLength(2);
});

it('posts in the channel once', async () => {
  const world = await digestWorld();
  await world.meeting();
  const digest = await world.digest('ann', { recipients: { inChannel: true } });
  await world.runUntil('2026-11-20T16:30:00Z', 60);
  expect(digestCards(world)).toEqual(['11-20 16:00 channel']);
  expect(await resultsOf(world, digest)).toEqual(['CHANNEL SENT']);
});

it('posts in the chosen channel, and in General once that channel is deleted', async () => {
  const world = await digestWorld();
  await world.meeting();
  const records = inOrg(world.store, world.orgId);
  const key = { teamId: world.teamId, threadId: world.chat.channelOf('chosen') };
  const chosen = { threadId: key.threadId, name: 'Chosen', isGeneral: false, isDeleted: false };
  await records.insert(channel, key, chosen);
  const recipients = { inChannel: true, channelId: key.threadId };
  const { id, rev } = await world.digest('ann', { recipients });
  const rooms = () => world.messenger.calls.filter(({ message }) => shows(message) === 'digest').map(({ to }) => to);
  await world.runUntil('2026-11-20T16:30:00Z', 60);
  expect(rooms()).toEqual([key.threadId]);
  await records.touch(channel, key, { isDeleted: true });
  await world.runUntil('2026-11-23T16:30:00Z', 300);
  expect(rooms()).toEqual([key.threadId, world.chat.threadId]);
  const changed = await world.digest('ann', { id, rev, recipients });
  expect(changed.recipients).toMatchObject({ inChannel: true, channelId: null });
  await expect(world.digest('ann', { recipients })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

it('posts in General with a warning if the chat service reports the chosen channel as gone', async () => {
  const world = await digestWorld();
  await world.meeting();
  const key = { teamId: world.teamId, threadId: world.chat.channelOf('chosen') };
  const chosen = { threadId: key.threadId, name: 'Chosen', isGeneral: false, isDeleted: false };
  await inOrg(world.store, world.orgId).insert(channel, key, chosen);
  const digest = await world.digest('ann', { recipients: { inChannel: true, channelId: key.threadId } });
  const warn = jest.spyOn(world.log, 'warn');
  world.messenger.failWhen(({ to }) => (to === key.threadId ? { kind: 'GONE' } : undefined));
  await world.runUntil('2026-11-20T16:30:00Z', 60);
  expect(digestCards(world)).toEqual(['11-20 16:00 channel']);
  expect(await resultsOf(world, digest)).toEqual(['CHANNEL SENT']);
  expect(warn.mock.calls.filter(([event]) => event === 'channel.gone')).toMatchObject([
    ['channel.gone', { orgId: world.orgId, teamId: world.teamId, meetingId: digest.id }],
  ]);
});

it('delivers by the preference for summaries, and by email if the chat refuses', async () => {
  const world = await digestWorld();
  await world.meeting();
  await world.changeMember('ann', { summaryDelivery: 'BOTH' });
  await world.changeMember('bob', { summaryDelivery: 'EMAIL' });
  world.messenger.failWhen(({ to, message }) =>
    to === 'eve' && shows(message) === 'digest' ? { kind: 'BLOCKED' } : undefined,
  );
  const digest = await world.digest('ann', {
    recipients: { memberIds: ['ann', 'bob', 'eve'].map((name) => world.member(name)) },
  });
  await world.runUntil('2026-11-20T16:30:00Z', 60);
  expect(digestCards(world)).toEqual(['11-20 16:00 ann']);
  expect(world.mail.sent.map(({ to, email }) => `${email.kind} ${to}`).sort()).toEqual([
    'DIGEST ann@example.org',
    'DIGEST bob@example.org',
    'DIGEST eve@example.org',
  ]);
  expect((await resultsOf(world, digest)).sort()).toEqual([
    'CHAT FAILED BLOCKED',
    'CHAT SENT',
    'EMAIL SENT',
    'EMAIL SENT',
    'EMAIL SENT',
  ]);
});

it('sends one email to a member whose chat refuses and whose address is a recipient too', async () => {
  const world = await digestWorld();
  await world.meeting();
  world.messenger.failWhen(({ to, message }) =>
    to === 'eve' && shows(message) === 'digest' ? { kind: 'BLOCKED' } : undefined,
  );
  await world.digest('ann', { recipients: { memberIds: [world.member('eve')], emails: ['eve@example.org'] } });
  await world.runUntil('2026-11-20T16:30:00Z', 60);
  expect(world.mail.sent.map(({ to, email }) => `${email.kind} ${to}`)).toEqual(['DIGEST eve@example.org']);
});

it('reads a stored digest whose sprint ends on the last date, which an earlier version accepted', async () => {
  const world = await digestWorld();
  await world.meeting();
  const schedule = { cadence: 'SPRINT', sprintAnchor: '2026-11-20', time: 1020, timezone: 'Europe/Berlin' } as const;
  const { id } = await world.digest('ann', { schedule });
  const records = inOrg(world.store, world.orgId);
  const stored = await records.get(digestKind, { id });
  if (stored === undefined) throw new Error('The digest was saved.');
  const sprintAnchor = aDate('9999-12-31');
  const row = { ...stored.value, schedule: { ...stored.value.schedule, sprintAnchor } };
  await records.replace(digestKind, { id }, row, stored.etag);
  const actor = world.actor('ann');
  const list = listDigestsCall.output.parse(await listDigests(world.services, actor, { teamId: world.teamId }));
  expect(list.items.map((item) => item.schedule.sprintAnchor)).toEqual([sprintAnchor]);
  await pauseDigest(world.services, actor, { digestId: id, isPaused: true });
  const resumed = await pauseDigest(world.services, actor, { digestId: id, isPaused: false });
  expect(resumed).toMatchObject({ state: 'ACTIVE', nextAt: '9999-12-31T16:00:00.000Z' });
});
