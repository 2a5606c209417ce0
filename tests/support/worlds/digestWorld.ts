import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { saveDigest as saveDigestCall } from '#contracts/digests/digestCalls.ts';
import type { DigestView } from '#contracts/digests/digestCalls.ts';
import type { InputOf } from '#contracts/core/endpoint.ts';
import type { DigestModel } from '../../../bot/src/domain/digests/digestModelTypes.ts';
import { saveDigest } from '../../../bot/src/services/digests/saveDigest.ts';
import { createLimiter } from '../../../bot/src/services/rateLimits/storedRateLimiter.ts';
import { digest as digestKind, digestSending } from '../../../bot/src/store/kinds/digests/digestAndSending.ts';
import { holiday } from '../../../bot/src/store/kinds/daysOff/vacationsAndHolidays.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import { aDate } from '../data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../fakes/fakePresenterAndShownModels.ts';
import { fakeWebhooks, webhookKeys } from '../fakes/fakeWebhooks.ts';
import type { FakeWebhooks } from '../fakes/fakeWebhooks.ts';
import { isRoom } from './saveAnswersAndReadMessages.ts';
import { aWorld } from './teamWorldWithEngine.ts';
import type { World, WorldOptions } from './teamWorldWithEngine.ts';
import { mailWork } from './mailWorld.ts';
import { fakeMail } from './registrationWorldAndFakeMail.ts';
import type { FakeMail } from './registrationWorldAndFakeMail.ts';

// Creates a team whose reports run daily from 10:00 to 12:00 in Berlin, with a digest at 17:00.

type Draft = InputOf<typeof saveDigestCall>;

export interface DigestWorld extends World {
  readonly mail: FakeMail;
  readonly webhooks: FakeWebhooks;
  readonly services: ReturnType<typeof digestServices>;
  /** Saves a digest of the team on behalf of the person. */
  digest(owner: string, change?: Partial<Draft>, actor?: Parameters<World['actor']>[1]): Promise<DigestView>;
  makeAdmin(name: string): Promise<void>;
}

/** Returns a daily digest at 17:00 in Berlin to the members. */
export const aDigest = (
  world: Pick<World, 'teamId'>,
  memberIds: readonly MemberId[],
  change: Partial<Draft> = {},
): Draft => ({
  teamId: world.teamId,
  name: 'Evening digest',
  schedule: { cadence: 'DAILY', time: 1020, timezone: 'Europe/Berlin' },
  recipients: { memberIds: [...memberIds] },
  sections: ['ATTENTION', 'PEOPLE', 'MISSING', 'TRENDS'],
  ...change,
});

export const digestServices = (world: World) => ({
  ...{ store: world.store, clock: world.clock, log: world.log, newId: world.answering.newId },
  limiter: createLimiter({ store: world.store, clock: world.clock, addressLimiter: null }),
  publicUrl: world.deps.publicUrl,
  presenter: world.deps.presenter,
  ...webhookKeys,
});

export const digestWorld = async (options: WorldOptions = {}): Promise<DigestWorld> => {
  const world = await aWorld({ people: ['ann', 'bob', 'eve'], ...options });
  const [mail, webhooks] = [fakeMail(), fakeWebhooks()];
  const services = digestServices(world);
  const engine = world.instance('one', { accountWork: mailWork(world, mail, webhooks) });
  const records = inOrg(world.store, world.orgId);
  return {
    ...world,
    ...{ mail, webhooks, services },
    runUntil: (at, every, beating = engine) => world.runUntil(at, every, beating),
    digest: async (owner, change = {}, actor = {}) => {
      const draft = saveDigestCall.input.parse(aDigest(world, [world.member(owner)], change));
      return (await saveDigest(services, world.actor(owner, actor), draft)).digest;
    },
    makeAdmin: async (name) => {
      const key = { memberId: world.member(name) };
      const row = await records.get(orgMember, key);
      if (row !== undefined) await records.replace(orgMember, key, { ...row.value, role: 'admin' }, row.etag);
    },
  };
};

/** Returns the sent digest cards, such as "11-20 16:00 ann". */
export const digestCards = ({ messenger }: Pick<World, 'messenger'>): string[] =>
  messenger.calls
    .filter(({ message }) => shows(message) === 'digest')
    .map(({ at, to }) => `${at.slice(5, 16).replace('T', ' ')} ${isRoom(to) ? 'channel' : to}`);

/** Returns the contents of the sent digest cards. */
export const digestModels = ({ messenger }: Pick<World, 'messenger'>): DigestModel[] =>
  messenger.calls
    .filter(({ message }) => shows(message) === 'digest')
    .map(({ message }) => modelIn<DigestModel>(message));

export const digestRow = async (world: World, { id }: Pick<DigestView, 'id'>) =>
  (await inOrg(world.store, world.orgId).get(digestKind, { id }))?.value;

export const sendingsOf = async (world: World, { id }: Pick<DigestView, 'id'>) =>
  (await inOrg(world.store, world.orgId).list(digestSending, undefined, prefixRange(`dge|${id}|`))).map(
    ({ value }) => value,
  );

/** Returns the results of the messages of a digest, such as "CHAT SENT" or "EMAIL SKIPPED NO_CONSENT". */
export const resultsOf = async (world: World, digest: Pick<DigestView, 'id'>): Promise<string[]> =>
  (await sendingsOf(world, digest)).flatMap(({ messages }) =>
    messages.map(({ way, state, reason }) => [way, state, ...(reason === null ? [] : [reason])].join(' ')),
  );

/** Stores a holiday of the team as the settings do. */
export const addHoliday = async (world: World, date: string): Promise<void> => {
  const key = { teamId: world.teamId, date: aDate(date) };
  await inOrg(world.store, world.orgId).touch(holiday, key, { date: key.date });
  await world.holiday(date);
};
