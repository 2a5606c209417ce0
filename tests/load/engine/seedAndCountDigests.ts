import { saveDigest as saveDigestCall } from '#contracts/digests/digestCalls.ts';
import { saveDigest } from '../../../bot/src/services/digests/saveDigest.ts';
import type { Actor } from '../../../bot/src/services/core/actor.ts';
import { createLimiter } from '../../../bot/src/services/rateLimits/storedRateLimiter.ts';
import { decode } from '../../../bot/src/store/rowCodec.ts';
import { digestSending } from '../../../bot/src/store/kinds/digests/digestAndSending.ts';
import type { TableStore, Values } from '../../../bot/src/store/tableStorePort.ts';
import type { FakeConnector } from '../../support/fakes/fakeConnector.ts';
import { webhookKeys } from '../../support/fakes/fakeWebhooks.ts';

// Seeds and counts a digest of the load tests, which is sent on working days to some members and to the channel.

export const digestName = 'Proof digest';
/** Positions of the members who get the digest. None of them has quiet hours. */
export const digestPositions: readonly number[] = [0, 3, 4];

interface Seeding {
  readonly store: TableStore;
  readonly clock: { readonly now: () => number };
  readonly newId: () => string;
}

export const seedDigest = async (
  { store, clock, newId }: Seeding,
  owner: Actor,
  { members, minute }: { readonly members: readonly string[]; readonly minute: number },
): Promise<void> => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const deps = {
    store,
    clock,
    newId,
    log,
    limiter: createLimiter({ store, clock, addressLimiter: null }),
    ...webhookKeys,
  };
  const draft = saveDigestCall.input.parse({
    ...{ teamId: owner.teamIds[0], name: digestName, sections: ['PEOPLE', 'MISSING'] },
    schedule: { cadence: 'DAILY', time: minute, timezone: 'UTC' },
    recipients: { memberIds: digestPositions.map((position) => members[position]), inChannel: true },
  });
  await saveDigest(deps, owner, draft);
};

export const isDigestText = (text: string): boolean => text.includes(digestName);

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns the last date of the period in a text such as "19 Nov 2026, 12:00 to 20 Nov 2026, 12:00". */
const periodEnd = (text: string): string => {
  const [, day = '', month = '', year = ''] = / to (\d{1,2}) (\w{3})\w* (\d{4}), \d\d:\d\d/.exec(text) ?? [];
  return `${year}-${String(months.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
};

/**
 * Returns the number of digests that arrived, by the last date of their period and by chat, such as "2026-11-20
 * CONVERSATION"; the chat of the channel is "channel".
 */
export const digestsArrived = (connector: FakeConnector): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { kind, body, conversationId } of connector.requests) {
    const text = JSON.stringify(body);
    const isChannel = kind === 'create' && text.includes('"activity"');
    if ((kind !== 'send' && !isChannel) || !isDigestText(text)) continue;
    const key = `${periodEnd(text)} ${isChannel ? 'channel' : conversationId}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

const endedIn = (values: Values | undefined) =>
  values === undefined ? [] : decode(digestSending, values).messages.filter(({ state }) => state !== 'WAITING');

/** Returns the number of messages that have a result in `after` but not in `before`. */
export const endedDigestMessages = (before: Values | undefined, after: Values): number =>
  endedIn(after).length - endedIn(before).length;

/** Returns the number of messages of the sending that were sent three times without a known result. */
export const unconfirmedDigestMessages = (values: Values): number =>
  endedIn(values).filter(({ reason }) => reason === 'UNCONFIRMED').length;
