import type { LocalDate, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { addDays, mondayOf } from '../domain/core/zonedTimeAndCalendarDates.ts';
import type { Actor } from '../services/core/actor.ts';
import { approveWeek, returnWeek, submitWeek } from '../services/timesheets/weekApproval.ts';
import type { History } from './demoClockAndWorkingDays.ts';

/**
 * Submits the week that contains `friday` for each member. The admin approves it. In the last week of the history, the
 * admin only returns the week of one member, and the others wait for approval.
 */
export const submitAndApproveDemoWeeks = async (
  { deps, today }: History,
  teamId: TeamId,
  actors: readonly Actor[],
  friday: LocalDate,
): Promise<void> => {
  const [admin] = actors;
  if (admin === undefined) return;
  const monday = mondayOf(friday);
  const isLast = addDays(friday, 7) >= today;
  for (const [person, actor] of actors.entries()) {
    if (actor.memberId === null) continue;
    const path = { teamId, memberId: actor.memberId, monday };
    await submitWeek(deps, actor, path);
    if (!isLast) await approveWeek(deps, admin, path);
    else if (person === 1) await returnWeek(deps, admin, { ...path, note: deps.translateFor('en')('demo.weekNote') });
  }
};
