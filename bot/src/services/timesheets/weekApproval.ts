import type { ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type * as weekCalls from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import type { Week } from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import type { WeekState } from '#contracts/timesheets/weekState.ts';
import { inSequentialOrder } from '../../store/recordKindsAndAccess.ts';
import { auditedActionSteps } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { weekStep } from './timesheetDaysAndWeekLocks.ts';
import { weekStateOf, weekOf, weekSum, weekVersion, weekView } from './weekViewAndWaitingWeeks.ts';
import type { WeekFacts } from './weekViewAndWaitingWeeks.ts';
import { weekIntent } from './requestWeekCardUpdates.ts';

// Changes the state of a week: from OPEN to SUBMITTED, then to APPROVED, or back to its owner (SENT_BACK). Only an
// admin can open an approved week again.

export type StateDeps = Pick<Deps, 'store' | 'clock' | 'newId'>;

type Path = ParsedOf<typeof weekCalls.submitWeek>;

interface Move {
  readonly to: WeekState;
  readonly note: string | null;
  readonly message: MessageKey;
}

/**
 * Returns the change of state to make; undefined if the week already has that state. Throws an AppError with the reason
 * if the change is not allowed.
 */
type Plan = (facts: WeekFacts) => Move | undefined;

const fieldsOf = (actor: Actor, { week }: WeekFacts, { to, note }: Move) => {
  const moves = (week.stored?.value.moves ?? 0) + 1;
  const isHandedIn = to === 'SUBMITTED';
  return {
    ...{ state: to, note, moves, decidedBy: isHandedIn ? null : actor.memberId },
    submission: isHandedIn ? moves : (week.stored?.value.submission ?? null),
  };
};

const move = (
  deps: StateDeps,
  actor: Actor,
  path: Path,
  { permission, plan }: { readonly permission: 'timesheet.read' | 'timesheet.approve'; readonly plan: Plan },
): Promise<Week> =>
  retryOnConflict(async () => {
    const facts = await weekOf(deps, actor, path, permission);
    const { records, owner, week, member } = facts;
    const next = plan(facts);
    if (next === undefined) return weekView(actor, facts);
    const now = deps.clock.now();
    const { minutes } = weekSum(facts);
    const about = { teamId: owner.teamId, objectId: owner.teamId, eventKey: deps.newId(), atMs: now };
    const time = { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
    const values = { monday: week.monday, member: member.name, ...time };
    await inSequentialOrder(deps.store, [
      [weekIntent(records, owner, week.monday, now)],
      [
        weekStep(records, owner, week, { now, fields: fieldsOf(actor, facts, next) }),
        ...auditedActionSteps(records, actor, { ...about, message: next.message, values, after: next.note }),
      ],
    ]);
    return weekView(actor, await weekOf(deps, actor, path, permission));
  });

/** Handles POST /api/timesheet/week/submit. Only the owner may submit, and only after the week has begun. */
export const submitWeek = (deps: StateDeps, actor: Actor, path: Path): Promise<Week> =>
  move(deps, actor, path, {
    permission: 'timesheet.read',
    plan: (facts) => {
      if (actor.memberId !== facts.owner.memberId) throw new AppError('FORBIDDEN', { message: 'timesheet.notOwner' });
      if (path.monday > facts.today) throw new AppError('INVALID_INPUT', { message: 'timesheet.weekAhead' });
      switch (weekStateOf(facts.week)) {
        case 'APPROVED':
          throw new AppError('WEEK_LOCKED');
        case 'SUBMITTED':
          return undefined;
        case 'OPEN':
        case 'SENT_BACK':
          return { to: 'SUBMITTED', note: null, message: 'activity.weekSubmitted' };
      }
    },
  });

/**
 * Handles POST /api/timesheet/week/approve. Throws WEEK_STATE if the week is not submitted, and WEEK_CHANGED if it has
 * changed since the approver read it (another `version`).
 */
export const approveWeek = (
  deps: StateDeps,
  actor: Actor,
  path: ParsedOf<typeof weekCalls.approveWeek>,
): Promise<Week> =>
  move(deps, actor, path, {
    permission: 'timesheet.approve',
    plan: (facts) => {
      const state = weekStateOf(facts.week);
      if (state === 'APPROVED') return undefined;
      if (state !== 'SUBMITTED') throw new AppError('WEEK_STATE');
      if (path.version !== undefined && path.version !== weekVersion(facts)) throw new AppError('WEEK_CHANGED');
      return { to: 'APPROVED', note: null, message: 'activity.weekApproved' };
    },
  });

const isNoted = ({ week }: WeekFacts, note: string): boolean => week.stored?.value.note === note;

/**
 * Sends a submitted week back to its owner with a note. Repeating the call with the same note changes nothing. Throws
 * WEEK_STATE if the week is not submitted.
 */
export const returnWeek = (deps: StateDeps, actor: Actor, path: ParsedOf<typeof weekCalls.returnWeek>): Promise<Week> =>
  move(deps, actor, path, {
    permission: 'timesheet.approve',
    plan: (facts) => {
      const state = weekStateOf(facts.week);
      if (state === 'SENT_BACK' && isNoted(facts, path.note)) return undefined;
      if (state !== 'SUBMITTED') throw new AppError('WEEK_STATE');
      return { to: 'SENT_BACK', note: path.note, message: 'activity.weekReturned' };
    },
  });

/**
 * Opens an approved week for changes again, with a note. Repeating the call with the same note changes nothing. Throws
 * WEEK_STATE if the week is not approved.
 */
export const reopenWeek = (deps: StateDeps, actor: Actor, path: ParsedOf<typeof weekCalls.reopenWeek>): Promise<Week> =>
  move(deps, actor, path, {
    permission: 'timesheet.approve',
    plan: (facts) => {
      const state = weekStateOf(facts.week);
      if (state === 'OPEN' && isNoted(facts, path.note)) return undefined;
      if (state !== 'APPROVED') throw new AppError('WEEK_STATE', { message: 'timesheet.weekNotApproved' });
      return { to: 'OPEN', note: path.note, message: 'activity.weekReopened' };
    },
  });
