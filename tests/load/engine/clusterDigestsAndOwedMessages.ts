import type { InputOf } from '#contracts/core/endpoint.ts';
import type { saveDigest } from '#contracts/digests/digestCalls.ts';
import { aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import type { SmtpServer } from '../../support/fakes/fakeSmtp.ts';
import { digestName, isDigestText } from './seedAndCountDigests.ts';

// The digests in the test of clusterPeopleAndArrivals.ts, and their emails that the mail server received. Each digest
// is due after the report of its team has closed. The addresses are outside the organisations, and the owner approves
// them as an admin.

interface ClusterDigest {
  readonly team: string;
  readonly owner: string;
  /** Time at which the digest is sent, in minutes after midnight UTC. */
  readonly time: number;
  readonly members: readonly string[];
  readonly emails: readonly string[];
  readonly inChannel: boolean;
}

export const clusterDigests: readonly ClusterDigest[] = [
  {
    ...{ team: 'venus', owner: 'p0', time: 10 * 60 + 15, inChannel: false },
    members: ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8', 'p9'],
    emails: ['venus-board@elsewhere.test', 'venus-client@elsewhere.test'],
  },
  {
    ...{ team: 'platform', owner: 'ann', time: 10 * 60 + 45, inChannel: true },
    members: ['ann', 'bob', 'cy', 'dee', 'fay', 'gil'],
    emails: ['platform-board@elsewhere.test', 'platform-client@elsewhere.test', 'platform-lead@elsewhere.test'],
  },
];

export const draftOf = ({ team, time, members, emails, inChannel }: ClusterDigest): InputOf<typeof saveDigest> => ({
  ...{ teamId: aTeamId(team), name: digestName, sections: ['PEOPLE', 'MISSING'] },
  schedule: { cadence: 'DAILY', time, timezone: 'UTC' },
  recipients: { memberIds: members.map((name) => aMemberId(name)), emails: [...emails], inChannel },
});

/** Returns how many messages a digest sends. */
export const messagesOf = ({ members, emails, inChannel }: ClusterDigest): number =>
  members.length + emails.length + (inChannel ? 1 : 0);

/** The messages to chats and channels, as `arrivedAt` names them. */
export const digestsOwed: readonly string[] = clusterDigests.flatMap(({ team, members, inChannel }) => [
  ...members.map((name) => `digest ${name}`),
  ...(inChannel ? [`digest ${team}`] : []),
]);

export const digestEmailsOwed: readonly string[] = clusterDigests.flatMap(({ emails }) => emails);

/** Returns the positions of the emails of digests among all received emails, by address. */
export const digestEmailsArrived = ({ received }: SmtpServer): Map<string, readonly number[]> => {
  const places = new Map<string, number[]>();
  for (const [place, { to, raw }] of received.entries())
    if (isDigestText(raw)) for (const address of to) places.set(address, [...(places.get(address) ?? []), place]);
  return places;
};
