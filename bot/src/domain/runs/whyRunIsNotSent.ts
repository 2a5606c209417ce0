import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { msOf } from '../core/zonedTimeAndCalendarDates.ts';
import { isWindowOver } from './memberInstantsAndOwedAnswers.ts';
import type { SkipReason } from './skipReasons.ts';

export interface RunNow {
  readonly meeting: Pick<Meeting, 'isEnabled' | 'members' | 'observers'> | undefined;
  readonly isConnected: boolean;
  readonly run: Run | undefined;
  readonly round: number;
  readonly notAfter: number | null;
  readonly now: number;
  /**
   * True for a prompt that quiet hours delayed beyond the close that applies to the member. It may be sent after the
   * close of the run.
   */
  readonly isAfterClose?: boolean;
}

const isOverFor = ({ run, isAfterClose, now }: RunNow): boolean =>
  isAfterClose !== true &&
  run !== undefined &&
  (isWindowOver(run) || (run.state === 'OPEN' && now >= msOf(run.closesAt)));

/**
 * Returns the reason why this run sends no more prompts, reminders, announcements and fallback emails; null = it still
 * sends them.
 */
export const whyRunIsNotSent = (run: RunNow): SkipReason | null => {
  if (run.meeting === undefined || run.run === undefined) return 'MEETING_GONE';
  if (!run.meeting.isEnabled) return 'DEACTIVATED';
  if (run.run.round !== run.round) return 'RUN_OVER';
  // A run that ended at its last close was not cancelled, so a message after that close is skipped as TOO_LATE.
  if (isOverFor(run)) return 'TOO_LATE';
  if (run.run.state !== 'OPEN' && !isWindowOver(run.run)) return 'RUN_OVER';
  if (run.notAfter !== null && run.now > run.notAfter) return 'TOO_LATE';
  return run.isConnected ? null : 'DISCONNECTED';
};
