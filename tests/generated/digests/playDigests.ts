import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { InputOf } from '#contracts/core/endpoint.ts';
import type { DigestView } from '#contracts/digests/digestCalls.ts';
import { saveDigest as saveDigestCall } from '#contracts/digests/digestCalls.ts';
import { pauseDigest } from '../../../bot/src/services/digests/pauseOrDeleteDigest.ts';
import { saveDigest } from '../../../bot/src/services/digests/saveDigest.ts';
import {
  addressHash,
  chooseForAddress,
} from '../../../bot/src/services/summaryEmails/summaryConsentsAndAddressHash.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { dayHoliday, holiday } from '../../../bot/src/store/kinds/daysOff/vacationsAndHolidays.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { aDate } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { addHoliday, aDigest, digestRow, digestWorld, sendingsOf } from '../../support/worlds/digestWorld.ts';
import type { DigestWorld } from '../../support/worlds/digestWorld.ts';
import { mailWork } from '../../support/worlds/mailWorld.ts';
import type { DigestModel as SentModel } from '../../../bot/src/domain/digests/digestModelTypes.ts';
import { addDays, dateAt, day, minute } from '../runs/zoneClocksAndDateArithmetic.ts';
import type { Figures } from '../playSeedsAndKeptScenarios.ts';
import { anchorOf, DigestModel } from './digestModel.ts';
import type { ExpectedSending } from './digestModel.ts';
import type { Scenario, Schedule, Step } from './digestScenario.ts';

// Plays a scenario with the engine, and compares the messages to each recipient with the model.

const outside = 'lead@elsewhere.test';
const hook = 'https://hooks.example.test/digest';
/** Seconds between two heartbeats. */
const beatSeconds = 10;

const scheduleOf = (scenario: Scenario, { anchorDays: _days, ...schedule }: Schedule) => ({
  ...schedule,
  sprintAnchor: anchorOf(scenario, { ...schedule, anchorDays: _days }),
});

interface Played {
  readonly world: DigestWorld;
  readonly scenario: Scenario;
  readonly digest: DigestView;
}

type Draft = Partial<InputOf<typeof saveDigestCall>>;

const save = async (world: DigestWorld, scenario: Scenario, who: string, change: Draft): Promise<DigestView> => {
  const { isOrganisation, members, hasEmail, inChannel, hasWebhook } = scenario;
  const recipients = {
    memberIds: members.map((name) => world.member(name)),
    emails: hasEmail ? [outside] : [],
    inChannel: inChannel && !isOrganisation,
    webhookUrl: hasWebhook ? hook : null,
  };
  const draft = { ...aDigest(world, []), teamId: isOrganisation ? null : world.teamId, recipients, ...change };
  const input = saveDigestCall.input.parse(draft);
  return (await saveDigest(world.services, world.actor(who, { role: 'admin' }), input)).digest;
};

/**
 * Saves the stored digest with another schedule, as the form does. The product refuses a digest without a recipient who
 * may get it; this refusal is expected.
 */
const edit = async ({ world, scenario, digest }: Played, schedule: Schedule): Promise<void> => {
  const stored = await digestRow(world, digest);
  const change = { id: digest.id, schedule: scheduleOf(scenario, schedule), recipients: stored?.recipients };
  try {
    await save(world, scenario, 'ann', change as Draft);
  } catch (error) {
    if (!(error instanceof AppError) || error.details.message !== 'digest.recipientsMissing') throw error;
  }
};

const demote = async (world: DigestWorld, name: string): Promise<void> => {
  const records = inOrg(world.store, world.orgId);
  const key = { memberId: world.member(name) };
  const row = await records.get(orgMember, key);
  if (row !== undefined) await records.replace(orgMember, key, { ...row.value, role: 'user' }, row.etag);
};

const removeHoliday = async (world: DigestWorld, date: string): Promise<void> => {
  const records = inOrg(world.store, world.orgId);
  const key = { teamId: world.teamId, date: aDate(date) };
  if ((await records.get(holiday, key)) !== undefined)
    await records.transact([records.deleteStep(holiday, key), records.deleteStep(dayHoliday, key)]);
};

const act = async (played: Played, step: Step): Promise<void> => {
  const { world, digest } = played;
  const admin = world.actor('ann', { role: 'admin' });
  const now = world.clock.now();
  switch (step.do) {
    case 'disableBob':
    case 'enableBob':
      return world.changeMember('bob', { isEnabled: step.do === 'enableBob' });
    case 'leaveBob':
      return world.changeMember('bob', { leftOn: new Date(now).toISOString() as never });
    case 'demoteBob':
      return demote(world, 'bob');
    case 'disableEve':
    case 'enableEve':
      return world.changeMember('eve', { isEnabled: step.do === 'enableEve' });
    case 'demoteEve':
      return demote(world, 'eve');
    case 'muteEve':
    case 'unmuteEve':
      return world.changeMember('eve', { isMuted: step.do === 'muteEve' });
    case 'unsubscribe':
    case 'agree':
      return chooseForAddress(
        world.services,
        world.orgId,
        addressHash(outside),
        step.do === 'agree' ? 'AGREE' : 'STOP',
      );
    case 'pause':
    case 'resume':
      await pauseDigest(world.services, admin, { digestId: digest.id, isPaused: step.do === 'pause' });
      return;
    case 'disconnect':
    case 'connect':
      return world.changeTeam({ state: step.do === 'connect' ? 'CONNECTED' : 'DISCONNECTED' });
    case 'holiday':
    case 'workday': {
      const date = addDays(dateAt(now, 'UTC'), step.days);
      await removeHoliday(world, date);
      if (step.do === 'holiday') await addHoliday(world, date);
      return;
    }
    case 'edit':
      return edit(played, step.schedule);
    case 'down':
  }
};

/**
 * Runs the first instance until the instant `at`. With `isTwice`, the second instance then runs a heartbeat on the same
 * rows.
 */
const runUntil = async (
  world: DigestWorld,
  at: number,
  isTwice: boolean,
  second: ReturnType<DigestWorld['instance']>,
) => {
  await world.runUntil(new Date(at).toISOString(), beatSeconds);
  if (isTwice) await second.poll();
};

/**
 * Returns the delivered cards as "instant who", sorted. Instants are rounded down to twice the time between heartbeats,
 * so that the list can be compared with the model's list.
 */
const cardsSent = ({ messenger }: DigestWorld): string[] =>
  messenger.calls
    .filter(({ message }) => shows(message) === 'digest')
    .map(({ at, to, message }) => {
      const isNotice = modelIn<SentModel>(message).stopped !== null;
      const beat = Math.floor(Date.parse(at) / (2 * beatSeconds * 1000)) * 2 * beatSeconds * 1000;
      return `${new Date(beat).toISOString()} ${to.startsWith('19:') ? 'channel' : to}${isNotice ? ' stopped' : ''}`;
    })
    .sort();

const cardsExpected = (sendings: readonly ExpectedSending[]): string[] =>
  sendings
    .flatMap(({ at, cards, period }) => {
      const beat = Math.floor(at / (2 * beatSeconds * 1000)) * 2 * beatSeconds * 1000;
      return cards.map((who) => `${new Date(beat).toISOString()} ${who}${period === null ? ' stopped' : ''}`);
    })
    .sort();

const iso = (ms: number): string => new Date(ms).toISOString();

const compare = async (world: DigestWorld, digest: DigestView, expected: readonly ExpectedSending[]): Promise<void> => {
  expect(cardsSent(world)).toEqual(cardsExpected(expected));
  const count = (of: (sending: ExpectedSending) => number): number =>
    expected.reduce((sum, sending) => sum + of(sending), 0);
  const digests = world.mail.sent.filter(({ email }) => email.kind === 'DIGEST');
  expect(digests.map(({ to }) => to)).toEqual(Array.from({ length: count(({ emails }) => emails) }, () => outside));
  expect(world.webhooks.calls).toHaveLength(count(({ calls }) => calls));
  // The record keeps only the newest sendings, so their periods must equal the last of the expected periods.
  const stored = (await sendingsOf(world, digest)).filter(({ cause }) => cause === 'PLANNED');
  const periods = stored.map(({ from, to }) => [Date.parse(from), Date.parse(to)].map(iso)).reverse();
  const wanted = expected.flatMap(({ period }) => (period === null ? [] : [period.map(iso)]));
  expect(periods).toEqual(wanted.slice(-periods.length || wanted.length));
  expect(stored.flatMap(({ messages }) => messages.filter(({ state }) => state === 'WAITING'))).toEqual([]);
};

export const playDigests = async (scenario: Scenario): Promise<Figures> => {
  const start = Date.parse(`${scenario.from}T00:00:00Z`) + 30_000;
  const world = await digestWorld({ start: iso(start) });
  for (const name of ['ann', 'bob', 'eve']) await world.makeAdmin(name);
  const second = world.instance('two', { accountWork: mailWork(world, world.mail, world.webhooks) });
  const admins = ['ann', 'bob', 'eve'].sort((a, b) => (world.member(a) < world.member(b) ? -1 : 1));
  const digest = await save(world, scenario, 'bob', { schedule: scheduleOf(scenario, scenario.schedule) });
  const model = new DigestModel(scenario, admins, start);
  const played = { world, scenario, digest };
  let now = start;
  let since = start;
  const goOn = async (ms: number): Promise<void> => {
    now += ms;
    await runUntil(world, now, scenario.isTwice, second);
    model.advance(now, since);
  };
  for (const step of scenario.steps) {
    await goOn(step.wait * minute);
    await act(played, step);
    model.act(step, now);
    if (step.do !== 'down') continue;
    now += step.minutes * minute;
    world.clock.set(now);
    since = now;
  }
  await goOn(3 * day);
  await compare(world, digest, model.sendings);
  return {
    sendings: model.sendings.length,
    messages: model.sendings.reduce((sum, sending) => sum + sending.cards.length + sending.emails + sending.calls, 0),
  };
};
