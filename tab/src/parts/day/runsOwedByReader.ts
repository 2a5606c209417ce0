import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { DailyReport, MeetingReport } from '#contracts/reports/dailyReport.ts';
import type { WaitingRun } from '#contracts/answers/getWaitingRuns.ts';

/** A run that the reader still has to answer. */
export interface OwedRun {
  readonly meetingId: string;
  readonly meetingName: string;
  /** Name of the team. Null if the page shows only this team or the reader has only one team. */
  readonly teamName: string | null;
  readonly date: LocalDate;
  /** Close of the run in epoch milliseconds. Later answers are late. */
  readonly closesAt: number;
  /** End of the grace in epoch milliseconds: the server accepts late answers until then. Undefined = unknown. */
  readonly graceEndsAt: number | undefined;
}

interface OwedSources {
  /** Runs that wait for the reader. Undefined until they are loaded, and after a failure. */
  readonly waiting: readonly WaitingRun[] | undefined;
  /**
   * Report of the day that the page shows, which is refreshed more often than the list; undefined while no such day is
   * loaded.
   */
  readonly day: DailyReport | undefined;
  readonly memberId: string | null;
  /** The team that the page shows; undefined on a page of several teams, such as the page of a person. */
  readonly teamId: string | undefined;
}

const fromWaiting = (run: WaitingRun, teamId: string | undefined): OwedRun => ({
  meetingId: run.meetingId,
  meetingName: run.meetingName,
  teamName: run.teamId === teamId ? null : run.teamName,
  date: run.date,
  closesAt: Date.parse(run.closesAt),
  graceEndsAt: Date.parse(run.graceEndsAt),
});

const fromDay = (report: MeetingReport, date: LocalDate, memberId: string | null): OwedRun => {
  const own = report.members.find((member) => member.memberId === memberId)?.closesAt;
  const { meetingId, meetingName } = report;
  const closesAt = Date.parse(own ?? report.closesAt);
  return { meetingId, meetingName, teamName: null, date, closesAt, graceEndsAt: undefined };
};

/**
 * Returns the runs that the reader still has to answer, earliest close first. The report of the shown day (`day`) is
 * newer than the list `waiting`, so it decides about the runs of its day.
 */
export const runsOwedByReader = ({ waiting = [], day, memberId, teamId }: OwedSources): readonly OwedRun[] => {
  const shown = day?.reports ?? [];
  const isAnswered = (run: WaitingRun): boolean =>
    run.date === day?.date && shown.some((report) => report.meetingId === run.meetingId && !report.owes);
  const isListed = (report: MeetingReport): boolean =>
    waiting.some((run) => run.meetingId === report.meetingId && run.date === day?.date);
  const added = shown.filter((report) => report.owes && !isListed(report));
  return [
    ...waiting.filter((run) => !isAnswered(run)).map((run) => fromWaiting(run, teamId)),
    ...(day === undefined ? [] : added.map((report) => fromDay(report, day.date, memberId))),
  ].toSorted((a, b) => a.closesAt - b.closesAt);
};
