import type { OutputOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { ui } from '#contracts/core/limitsAndProductConstants.ts';
import type { getCard } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { getAllMeetings } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { findRunToAnswerAhead } from '#contracts/answers/runToAnswerAhead.ts';
import type { Dashboard } from '#contracts/dashboard/getDashboard.ts';
import type { WaitingRun } from '#contracts/answers/getWaitingRuns.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { cardFor } from '../answers/saveAnswerAndShowCard.ts';
import type { AnswerDeps } from '../answers/saveAnswerAndShowCard.ts';
import type { Actor } from '../core/actor.ts';
import { previewRuns } from '../meetings/previewRuns.ts';

interface TeamRuns {
  readonly meetings: OutputOf<typeof getAllMeetings>;
  readonly waiting: readonly WaitingRun[];
}

/**
 * Returns the ids of the enabled meetings, without those that have a run whose answer the caller still owes before its
 * close.
 */
const meetingsAhead = ({ meetings, waiting }: TeamRuns, now: number): MeetingId[] => {
  const due = new Set(waiting.filter(({ closesAt }) => msOf(closesAt) > now).map(({ meetingId }) => meetingId));
  return meetings.filter(({ id, isEnabled }) => isEnabled && !due.has(id)).map(({ id }) => id);
};

interface RunAhead {
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
}

/** Returns the caller's card of the run; null if the service of the card refuses it. */
const cardAhead = async (deps: AnswerDeps, actor: Actor, run: RunAhead): Promise<OutputOf<typeof getCard> | null> => {
  try {
    return await cardFor(deps, actor, { ...run, edit: 'false' });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
};

/**
 * Returns the next run of each of the first `ui.aheadFirst` meetings, with the caller's card if the caller can already
 * answer that run (answer ahead).
 */
export const nextRunsAhead = (deps: AnswerDeps, actor: Actor, teamRuns: TeamRuns): Promise<Dashboard['ahead']> => {
  const now = deps.clock.now();
  return Promise.all(
    meetingsAhead(teamRuns, now)
      .slice(0, ui.aheadFirst)
      .map(async (meetingId) => {
        const runs = await previewRuns(deps, actor, { meeting: meetingId, count: 1 });
        const near = findRunToAnswerAhead(runs, actor.memberId, now);
        return {
          meetingId,
          runs,
          card: near === null ? null : await cardAhead(deps, actor, { meetingId, date: near.date }),
        };
      }),
  );
};
