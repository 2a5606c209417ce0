import type { Email } from '../../../bot/src/gateways/mailPort.ts';
import { cancelRun } from '../../../bot/src/services/runs/state/cancelRuns.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import { fakeMail } from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { emailsSent as sent, mailWork, mailWorld } from '../../support/worlds/mailWorld.ts';
import type { MailWorld } from '../../support/worlds/mailWorld.ts';
import {
  answerAs,
  friday,
  kindsLeft,
  promptsTo,
  rowsOf,
  story,
} from '../../support/worlds/saveAnswersAndReadMessages.ts';

// Tests summaries by email, and prompts by email to a member whose chat rejects the bot.

const summaryIn = (email: Email | undefined) => {
  if (email?.kind !== 'SUMMARY') throw new Error('That is no summary.');
  return email.model;
};
const twoAddresses = 'lead@example.org, boss@example.org';

it('is mailed once to each address after the window, even without a channel post', async () => {
  const world = await mailWorld();
  await world.meeting({ reportSummaryEmail: twoAddresses, isReportSummaryInChat: false });
  await world.runUntil('2026-11-20T09:05:00Z');
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-20T10:59:00Z');
  expect(sent(world)).toEqual([]);
  await world.runUntil('2026-11-20T13:00:00Z');
  expect(sent(world)).toEqual(['SUMMARY boss@example.org', 'SUMMARY lead@example.org']);
  expect(summaryIn(world.mail.sent[0]?.email).facts).toMatchObject({ answered: 1, asked: 2 });
  expect(story(world).filter((line) => line.includes('summary'))).toEqual([]);
  await answerAs(world, 'bob');
  await world.runUntil('2026-11-20T15:00:00Z');
  expect(sent(world)).toHaveLength(2);
  expect(await kindsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('mail'));
});

it.each([true, false])(
  'is not mailed after a late answer to an address that was added after the window: channel post %s',
  async (isReportSummaryInChat) => {
    const world = await mailWorld();
    await world.meeting({ reportSummaryEmail: 'lead@example.org', isReportSummaryInChat });
    await world.runUntil('2026-11-20T11:30:00Z');
    await world.changeMeeting({ reportSummaryEmail: twoAddresses });
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-20T12:00:00Z', 5);
    expect(sent(world)).toEqual(['SUMMARY lead@example.org']);
  },
);

it('is sent when all members have answered, beside the card in the channel', async () => {
  const world = await mailWorld();
  await world.meeting({ reportSummaryEmail: 'lead@example.org' });
  await world.runUntil('2026-11-20T09:05:00Z');
  await answerAs(world, 'ann');
  await answerAs(world, 'bob');
  await world.runUntil('2026-11-20T09:07:00Z', 5);
  expect(sent(world)).toEqual(['SUMMARY lead@example.org']);
  expect(story(world).filter((line) => line.includes('summary channel'))).toHaveLength(1);
});

it('is tried again while the server is away, until 24 hours after the close', async () => {
  const world = await mailWorld();
  await world.meeting({ reportSummaryEmail: 'lead@example.org', friday: true, monday: false });
  world.mail.fault = { kind: 'LATER' };
  await world.runUntil('2026-11-20T14:00:00Z', 300);
  world.mail.fault = null;
  await world.runUntil('2026-11-20T14:30:00Z', 60);
  expect(sent(world)).toEqual(['SUMMARY lead@example.org']);
});

it('gives up after 24 hours, and at once on an address that is refused, and reports it', async () => {
  const world = await mailWorld();
  await world.meeting({ reportSummaryEmail: 'lead@example.org' });
  world.mail.fault = { kind: 'LATER' };
  await world.runUntil('2026-11-21T11:30:00Z', 600);
  const states = async () =>
    [...(await rowsOf(world)).deliveries]
      .filter(([who]) => who.startsWith('email:'))
      .map(([, row]) => row.value.reason);
  expect(await states()).toEqual(['TOO_LATE']);
  world.mail.fault = { kind: 'REFUSED', status: 550 };
  await world.runUntil('2026-11-23T12:00:00Z', 600);
  const monday = [...(await rowsOf(world, '2026-11-23')).deliveries].filter(([who]) => who.startsWith('email:'));
  expect(monday.map(([, row]) => row.value)).toMatchObject([{ state: 'FAILED', reason: 'REJECTED' }]);
  expect(sent(world)).toEqual([]);
});

it('is skipped if a limit of emails holds it longer than 24 hours after the close', async () => {
  const world = await mailWorld();
  await world.meeting({ reportSummaryEmail: 'lead@example.org' });
  world.mail.fault = { kind: 'HELD', retryAfterMs: 25 * 3_600_000 };
  await world.runUntil('2026-11-20T11:05:00Z', 60);
  const [, row] = [...(await rowsOf(world)).deliveries].find(([who]) => who.startsWith('email:')) ?? [];
  expect(row?.value).toMatchObject({ state: 'SKIPPED', reason: 'MAIL_LIMIT' });
});

it('is sent late if the store rejects the read of the consent for hours', async () => {
  const world = await mailWorld();
  await world.meeting({ reportSummaryEmail: 'lead@example.org' });
  const reads = new Set<number>();
  let isRejecting = true;
  const get: TableStore['get'] = (table, key) => {
    if (!isRejecting || !key.rk.startsWith('ml|')) return world.store.get(table, key);
    reads.add(world.clock.now());
    return Promise.reject(new StoreError('UNAVAILABLE', 'busy'));
  };
  const deps = { ...world.deps, store: { ...world.store, get } };
  const engine = world.instance('rejected', {
    store: deps.store,
    accountWork: mailWork({ ...world, deps }, world.mail),
  });
  await world.runUntil('2026-11-20T14:30:00Z', 60, engine);
  expect(reads.size).toBeGreaterThan(10);
  expect(sent(world)).toEqual([]);
  isRejecting = false;
  await world.runUntil('2026-11-20T15:00:00Z', 60, engine);
  expect(sent(world)).toEqual(['SUMMARY lead@example.org']);
});

it('is sent once although the store refuses its record for minutes', async () => {
  const world = await mailWorld();
  await world.meeting({ reportSummaryEmail: 'lead@example.org', isReportSummaryInChat: false });
  await world.runUntil('2026-11-20T10:59:00Z');
  let isRefusing = true;
  const insert: TableStore['insert'] = (table, row) =>
    isRefusing && row.rk.includes('|s|!ml')
      ? Promise.reject(new StoreError('UNAVAILABLE', 'busy'))
      : world.store.insert(table, row);
  const deps = { ...world.deps, store: { ...world.store, insert } };
  const engine = world.instance('refused', {
    store: deps.store,
    accountWork: mailWork({ ...world, deps }, world.mail),
  });
  await world.runUntil('2026-11-20T11:03:00Z', 10, engine);
  const recorded = async () =>
    [...(await rowsOf(world)).deliveries].filter(([who]) => who.startsWith('email:')).map(([, row]) => row.value.state);
  expect(await recorded()).toEqual([]);
  isRefusing = false;
  await world.runUntil('2026-11-20T11:10:00Z', 10, engine);
  expect(await recorded()).toEqual(['SENT']);
  expect(sent(world)).toEqual(['SUMMARY lead@example.org']);
});

it('is not sent for a cancelled run, and only to addresses that are still listed', async () => {
  const world = await mailWorld();
  await world.meeting({ reportSummaryEmail: twoAddresses });
  await world.runUntil('2026-11-20T09:05:00Z');
  world.mail.fault = { kind: 'LATER' };
  await world.runUntil('2026-11-20T11:00:30Z', 10);
  await world.changeMeeting({ reportSummaryEmail: 'boss@example.org' });
  world.mail.fault = null;
  await world.runUntil('2026-11-20T12:00:00Z');
  expect(sent(world)).toEqual(['SUMMARY boss@example.org']);

  const other = await mailWorld();
  await other.meeting({ reportSummaryEmail: twoAddresses });
  await other.runUntil('2026-11-20T09:05:00Z');
  const { orgId, teamId } = other;
  const run = { orgId, teamId, meetingId: aMeetingId(), date: aDate(friday) };
  await cancelRun(other.deps, { ...run, reason: 'CANCELLED_TODAY', actor: 'ann' });
  await other.runUntil('2026-11-20T13:00:00Z');
  expect(sent(other)).toEqual([]);
});

describe('a person whose chat refuses the card', () => {
  const blocked = (world: MailWorld) => {
    world.messenger.failWhen((call) => (call.to === 'ann' ? { kind: 'BLOCKED' } : undefined));
  };

  it('gets the questions by mail, once, and not again while the bot knows', async () => {
    const world = await mailWorld();
    await world.meeting();
    blocked(world);
    await world.runUntil('2026-11-20T12:00:00Z');
    expect(sent(world)).toEqual(['ASK ann@example.org']);
    expect(world.mail.sent[0]?.email).toMatchObject({ kind: 'ASK', meetingName: 'Daily stand-up', date: friday });
    await world.runUntil('2026-11-24T12:00:00Z', 1800);
    expect(sent(world)).toHaveLength(1);
    // The engine tries the chat again after a week and fails again.
    await world.runUntil('2026-11-27T12:00:00Z', 1800);
    expect(sent(world)).toHaveLength(2);
  });

  it('gets no mail for a reminder that the chat refuses after it took the card', async () => {
    const world = await mailWorld(['ann']);
    await world.meeting({ isReminderEnabled: true });
    world.messenger.failWhen(({ to, at }) =>
      to === 'ann' && at > '2026-11-20T09:30' ? { kind: 'BLOCKED' } : undefined,
    );
    await world.runUntil('2026-11-20T10:30:00Z');
    expect((await rowsOf(world)).deliveries.get(`${world.member('ann')}|reminder1`)?.value.reason).toBe('BLOCKED');
    expect(sent(world)).toEqual([]);
  });

  it('gets the email and no second card when the store rejects that email', async () => {
    const world = await mailWorld();
    await world.meeting({ isReminderEnabled: false });
    blocked(world);
    const { store } = world;
    let left = 1;
    const refusing: typeof store = {
      ...store,
      transact: (table, pk, steps) => {
        const isMail = steps.some((step) => step.do === 'insert' && step.row.rk.includes('|fall.'));
        if (!isMail || left === 0) return store.transact(table, pk, steps);
        left -= 1;
        return Promise.reject(new StoreError('UNAVAILABLE', 'busy'));
      },
    };
    const accountWork = mailWork(world, world.mail);
    await world.runUntil('2026-11-20T09:02:00Z', 5, world.instance('unlucky', { store: refusing, accountWork }));
    expect(left).toBe(0);
    expect(promptsTo(world)).toEqual(['11-20 09:00 bob']);
    expect(sent(world)).toEqual(['ASK ann@example.org']);
  });

  it('gets them after a restore if their own time was still ahead', async () => {
    const zones = { ann: 'America/New_York', bob: 'Europe/London' };
    const world = await aWorld({ zones });
    const mail = fakeMail();
    const restoredAt = Date.parse('2026-11-20T10:30:00Z');
    const accountWork = mailWork({ ...world, deps: { ...world.deps, restoredAt } }, mail);
    await world.meeting({ timeBasis: 'MEMBER' });
    world.messenger.failWhen(() => ({ kind: 'BLOCKED' }));
    await world.runUntil('2026-11-20T15:10:00Z', 300, world.instance('restored', { accountWork, restoredAt }));
    expect(mail.sent.map(({ to, email }) => `${email.kind} ${to}`)).toEqual(['ASK ann@example.org']);
  });

  it('gets none without an address, when it was answered on the web, or after the close', async () => {
    const world = await mailWorld();
    await world.meeting();
    await world.changeMember('ann', { email: '' });
    blocked(world);
    await world.runUntil('2026-11-20T12:00:00Z');
    expect(sent(world)).toEqual([]);

    const answered = await mailWorld();
    await answered.meeting();
    blocked(answered);
    answered.mail.fault = { kind: 'LATER' };
    await answered.runUntil('2026-11-20T09:01:00Z', 5);
    await answerAs(answered, 'ann');
    answered.mail.fault = null;
    await answered.runUntil('2026-11-20T12:00:00Z');
    expect(sent(answered)).toEqual([]);
    expect((await rowsOf(answered)).deliveries.get(`${answered.member('ann')}|fallbackEmail`)?.value).toMatchObject({
      state: 'SKIPPED',
      reason: 'ANSWERED',
    });
  });
});

it('is not sent to a member whose vacation was saved after the chat refused the card', async () => {
  const world = await mailWorld();
  await world.meeting();
  world.messenger.failWhen((call) => (call.to === 'ann' ? { kind: 'BLOCKED' } : undefined));
  world.mail.fault = { kind: 'LATER' };
  await world.runUntil('2026-11-20T09:01:00Z', 5);
  await world.vacation('ann', friday);
  world.mail.fault = null;
  await world.runUntil('2026-11-20T10:00:00Z');
  expect(sent(world)).toEqual([]);
  expect((await rowsOf(world)).deliveries.get(`${world.member('ann')}|fallbackEmail`)?.value.reason).toBe('VACATION');
});

it('is sent once though two instances work at it', async () => {
  const world = await mailWorld();
  await world.meeting({ reportSummaryEmail: twoAddresses });
  const two = mailWork(world, world.mail);
  await world.runUntil('2026-11-20T11:00:00Z');
  const other = world.instance('two', { accountWork: two });
  await Promise.all([other.poll(), world.runUntil('2026-11-20T11:05:00Z', 5)]);
  expect(sent(world)).toHaveLength(2);
});
