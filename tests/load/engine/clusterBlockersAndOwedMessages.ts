import { blockerIntent, blockerTimer } from '../../../bot/src/services/blockers/requestBlockerMessageChecks.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { blocker } from '../../../bot/src/store/kinds/blockers/blocker.ts';
import { blockerCards } from '../../../bot/src/store/kinds/blockers/blockerCards.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { aDate, aMemberId, anInstant, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { blockerTextOn, reminderRule } from './blockerWeekScriptAndOwedMessages.ts';
import { at } from './clusterPeopleAndArrivals.ts';
import { owedAtNine } from './seedStoreBeforeQuietHoursEnd.ts';

// The blockers and quiet hours of one team in the test of clusterPeopleAndArrivals.ts. On Friday, 20 November 2026, the
// three blockers are two working days old. The colleagues whom p2 and p6 need have quiet hours until 09:30.

export const blockedTeam = { org: 'northwind', team: 'venus' } as const;
export const quietPeople: readonly string[] = ['p3', 'p4', 'p5', 'p7', 'p8', 'p9'];
const quietHours = { from: 20 * 60, to: 9 * 60 + 30 } as const;

/** The settings of the team's report. Without reminders of prompts, each message has one instant. */
export const blockedTeamReport = { ...reminderRule, isReminderEnabled: false } as const;

export const owedForBlockedTeam: readonly string[] = [
  ...owedAtNine,
  ...['escalation 2026-11-20 p6', 'card 2026-11-19 p6'],
];

/** Sets the quiet hours, and the names by which the tests find the messages about blockers. */
export const seedBlockedTeam = async (store: TableStore, people: readonly string[]): Promise<void> => {
  const records = inOrg(store, anOrgId(blockedTeam.org));
  const teamId = aTeamId(blockedTeam.team);
  for (const name of people) {
    const memberId = aMemberId(name);
    await records.touch(orgMember, { memberId }, { name });
    await records.touch(teamMember, { teamId, memberId }, { name });
    if (quietPeople.includes(name)) await records.touch(teamMember, { teamId, memberId }, { quietHours });
  }
};

const blocked = [
  { name: 'p1', needs: null, hasCard: false },
  { name: 'p2', needs: 'p3', hasCard: true },
  { name: 'p6', needs: 'p7', hasCard: false },
] as const;

/**
 * Writes the blockers of the report. Requests their checks at 09:00, and the check at 08:55 that follows when p6 names
 * a colleague.
 */
export const seedBlockers = async (store: TableStore, { id: meetingId }: Pick<Meeting, 'id'>): Promise<void> => {
  const records = inOrg(store, anOrgId(blockedTeam.org));
  const teamId = aTeamId(blockedTeam.team);
  const [since, date] = [aDate('2026-11-18'), aDate('2026-11-19')];
  for (const { name, needs, hasCard } of blocked) {
    const key = { teamId, meetingId, memberId: aMemberId(name) };
    const who = needs === null ? null : aMemberId(needs);
    const numbers = { needs: who === null ? 0 : 1, backs: 0 };
    const changedAt = anInstant(hasCard ? '2026-11-18T09:10:00.000Z' : '2026-11-20T08:55:00.000Z');
    const life = {
      ...{ since, state: 'OPEN' as const, text: '', changedAt, changedBy: key.memberId, neededId: who, ...numbers },
      ...{ note: null, noteBy: null },
    };
    const openedAt = anInstant('2026-11-18T09:05:00.000Z');
    const value = { memberId: key.memberId, isOpen: true, since, date, text: blockerTextOn(date), openedAt };
    await records.insert(blocker, key, { ...value, closedAt: null, life: who === null ? null : life, numbers });
    const card = { number: 1, since, reason: 'NO_ADDRESS', conversationId: null, activityId: null, digest: '' };
    if (who !== null && hasCard)
      await records.insert(blockerCards, key, { memberId: key.memberId, told: 0, cards: [{ who, ...card }] });
    if (who !== null && !hasCard) await outside(store).transact([blockerIntent(records, key, at('08:55'))]);
    await outside(store).transact([blockerTimer(records, key, at('09:00'))]);
  }
};
