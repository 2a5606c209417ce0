import { createUlids } from '../../../bot/src/gateways/ulidGenerator.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { team } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { aMemberId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import type { FakeConnector } from '../../support/fakes/fakeConnector.ts';
import { seedTeam, teamsUserIdOf } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { blockerMessageIn } from './blockerWeekScriptAndOwedMessages.ts';
import { isDigestText } from './seedAndCountDigests.ts';

// Lists the people of a test in which several servers do the work of one day together, and reads the messages that the
// fake chat service received on that day.

export const date = '2026-11-20';
export const at = (time: string): number => Date.parse(`${date}T${time}:00Z`);

export const teams = [
  { org: 'contoso', team: 'platform', time: 540, people: ['ann', 'bob', 'cy', 'dee', 'fay', 'gil'] },
  { org: 'contoso', team: 'sales', time: 570, people: ['eve', 'sam', 'tom'] },
  { org: 'fabrikam', team: 'mars', time: 600, people: ['zoe', 'wim', 'yan'] },
  {
    org: 'northwind',
    team: 'venus',
    time: 540,
    people: ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8', 'p9'],
  },
] as const;
export const allPeople: readonly string[] = teams.flatMap((item) => item.people);
export const emailOf = (name: string): string => `${name}@example.test`;

export const seedIn = async (store: TableStore, serviceUrl: string): Promise<void> => {
  const clock = { now: () => at('08:00') };
  for (const place of teams) {
    const { orgId, teamId } = await seedTeam(store, place);
    const records = inOrg(store, orgId);
    await records.touch(team, { teamId }, { serviceUrl });
    for (const name of place.people) {
      const memberId = aMemberId(name);
      await records.touch(teamMember, { teamId, memberId }, { serviceUrl });
      const account = { email: emailOf(name), password: `open sesame ${name}`, firstName: name, lastName: 'Lee' };
      const role = { role: 'user', isConfirmed: true, userId: aUserId(name) } as const;
      await createAccount({ store, clock, newId: createUlids(clock) }, { ...account, orgId, memberId, ...role });
    }
  }
};

/** Returns a function that gives the same numbers in every run with the same seed. */
export const seeded = (seed: number) => (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

/**
 * Returns the person of a chat. A person who wrote to the bot has the chat "a:NAME"; the bot opened the other chats.
 */
const personIn = (conversationId: string, opened: FakeConnector['opened']): string =>
  allPeople.find((name) => conversationId === `a:${name}` || opened.get(conversationId) === teamsUserIdOf(name)) ??
  conversationId;

interface Arrived {
  readonly name: string;
  /** Index of the message's request among all requests to the fake chat service. */
  readonly place: number;
}

/**
 * Returns the prompts, reminders, messages about blockers, digests and channel posts that the fake chat service
 * received, oldest first, such as "prompt ann". The name of a channel post contains the team and no person.
 */
export const arrivedAt = ({ requests, opened }: FakeConnector): Arrived[] =>
  requests.flatMap(({ kind, body, conversationId }, place) => {
    const text = JSON.stringify(body);
    const isChannel = kind === 'create' && text.includes('"activity"');
    if (kind !== 'send' && !isChannel) return [];
    if (isChannel) {
      const team = /"19:(\w+)@thread/.exec(text)?.[1] ?? '';
      const post = text.includes('"broadcast"') ? 'broadcast' : 'summary';
      return [{ name: `${isDigestText(text) ? 'digest' : post} ${team}`, place }];
    }
    if (isDigestText(text)) return [{ name: `digest ${personIn(conversationId, opened)}`, place }];
    const aboutBlocker = blockerMessageIn(text);
    if (aboutBlocker !== undefined) return [{ name: aboutBlocker, place }];
    const what = /"summary":"(reminder[12])"/.exec(text)?.[1] ?? 'prompt';
    const member = /"memberId":"(\w{26})"/.exec(text)?.[1] ?? '';
    return [{ name: `${what} ${allPeople.find((name) => aMemberId(name) === member) ?? member}`, place }];
  });

export const countsOf = (arrived: readonly Arrived[]): Map<string, readonly number[]> => {
  const counts = new Map<string, number[]>();
  for (const { name, place } of arrived) counts.set(name, [...(counts.get(name) ?? []), place]);
  return counts;
};
