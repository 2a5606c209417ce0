import { digestId } from '#contracts/core/ids.ts';
import type { DigestId, MemberId } from '#contracts/core/ids.ts';
import { digestSettings } from '#contracts/digests/digest.ts';
import type { Digest, Sending } from '../../../bot/src/services/digests/digestRows.ts';
import { aMemberId, anInstant, aTeamId, idOf } from './builders.ts';

export const aDigestId = (name = 'evening') => digestId.parse(idOf(`digest ${name}`));

const sprint = { cadence: 'SPRINT', sprintWeeks: 2, sprintAnchor: '2026-11-20', time: 1020, timezone: 'Europe/Berlin' };

/** Returns a stored digest with every field, at the end of each sprint of two weeks. */
export const aDigestRow = (change: Partial<Digest> = {}): Digest => ({
  ...digestSettings.parse({
    ...{ teamId: aTeamId(), name: 'Evening digest', schedule: sprint, recipients: { memberIds: [aMemberId()] } },
    sections: ['PEOPLE', 'MISSING'],
  }),
  ...{ id: aDigestId(), ownerId: aMemberId(), createdOn: anInstant('2026-11-20T08:00:00Z'), rev: 1 },
  ...{ state: 'STOPPED', stopReason: 'NO_RIGHT', nextAt: anInstant('2026-12-04T16:00:00Z') },
  ...{ coveredUntil: anInstant('2026-11-20T16:00:00Z'), handledAt: anInstant('2026-11-20T16:00:00Z') },
  ...{ sentAt: anInstant('2026-11-20T16:00:00Z'), webhookSecret: 'sealed' },
  ...change,
});

/** Returns a record with a message to a member and one to an address. */
export const aDigestSending = (id: DigestId, memberId: MemberId, addressHash: string): Sending => ({
  ...{ digestId: id, at: anInstant('2026-11-20T16:00:00Z'), cause: 'STOPPED', stopReason: 'NO_RIGHT' },
  ...{ from: anInstant('2026-11-06T16:00:00Z'), to: anInstant('2026-11-20T16:00:00Z') },
  messages: [
    {
      ...{ way: 'CHAT', who: memberId, state: 'WAITING', reason: null, at: null, sends: 1 },
      notBefore: anInstant('2026-11-20T16:05:00Z'),
    },
    {
      ...{ way: 'EMAIL', who: `email:${addressHash}`, state: 'FAILED', reason: 'REJECTED' },
      ...{ at: anInstant('2026-11-20T16:01:00Z'), sends: 0, notBefore: null },
    },
  ],
});
