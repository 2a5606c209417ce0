import type { MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Instants, Run } from '#contracts/runs/runSchema.ts';
import { instantsIn } from './runOpening.ts';
import { instantsFor } from './memberInstantsAndOwedAnswers.ts';
import { dateExists, minuteMs, minutesAt, msOf } from '../core/zonedTimeAndCalendarDates.ts';

// Moves a member to another zone during an open run that opens at each member's local time (docs/product-rules.md,
// Members who join, leave or move).

export interface MemberMove {
  readonly run: Run;
  readonly memberId: MemberId;
  readonly zone: ZoneId;
  readonly meeting: Meeting;
  /**
   * True if the engine skipped the prompt because the opening in the member's old zone was too long ago. The member can
   * still be asked if the opening in the new zone is ahead.
   */
  readonly isPassedOver: boolean;
  /** Epoch ms at which the member changed zones. */
  readonly now: number;
}

/**
 * Returns the meeting with the time, window and reminders that it had when the run was made, because an edit does not
 * change a run. The time comes from the openings. A zone whose clocks skipped the time opened later, so an opening at
 * the meeting's current time is preferred.
 */
const asMade = (meeting: Meeting, { instants }: Run, { opensAt, closesAt, secondReminderAt }: Instants): Meeting => {
  const times = instants.map((set) => minutesAt(msOf(set.opensAt), set.zone));
  return {
    ...meeting,
    time: times.includes(meeting.time) ? meeting.time : (times[0] ?? meeting.time),
    reportSummaryTime: (msOf(closesAt) - msOf(opensAt)) / minuteMs,
    isReminderEnabled: secondReminderAt !== null,
  };
};

/**
 * True if the run opens at each member's local time. A run keeps its time basis when the meeting is edited, and only a
 * run by member time can have instants of another zone than the meeting's.
 */
export const opensByMemberTime = (
  { instants, timezone }: Pick<Run, 'instants' | 'timezone'>,
  { timeBasis }: Pick<Meeting, 'timeBasis'>,
): boolean => timeBasis === 'MEMBER' || instants.some(({ zone }) => zone !== timezone);

const later = (a: Run['closesAt'], b: Instants['closesAt']) => (msOf(a) >= msOf(b) ? a : b);

/**
 * Returns the run with the new zone's instants for the member, also for a member who is away or dropped. Undefined if
 * nothing changes: a member whose opening has passed keeps the old instants, unless the prompt was skipped. The opening
 * of the run itself never changes.
 */
export const memberMovedTo = ({ run, memberId, zone, meeting, isPassedOver, now }: MemberMove): Run | undefined => {
  // After a manual start or a reopening, all members have the same instants, so a move changes nothing.
  if (run.state !== 'OPEN' || run.source !== 'SCHEDULE' || run.round !== 1) return undefined;
  const member = run.members.find((item) => item.memberId === memberId);
  if (member === undefined || member.zone === zone) return undefined;
  const before = instantsFor(run, member);
  if (before === undefined || !dateExists(run.date, zone)) return undefined;
  const isPast = msOf(before.opensAt) <= now;
  if (isPast && !isPassedOver) return undefined;
  const zoneId = run.instants.find((instant) => instant.zone === zone);
  const plan = { meeting: asMade(meeting, run, before), date: run.date, source: 'SCHEDULE', openMs: null } as const;
  const set = zoneId ?? instantsIn(plan, zone);
  if (isPast && msOf(set.opensAt) <= now) return undefined;
  return {
    ...run,
    instants: zoneId === undefined ? [...run.instants, set] : run.instants,
    closesAt: later(run.closesAt, set.closesAt),
    graceEndsAt: later(run.graceEndsAt, set.graceEndsAt),
    members: run.members.map((item) => (item.memberId === memberId ? { ...item, zone } : item)),
  };
};
