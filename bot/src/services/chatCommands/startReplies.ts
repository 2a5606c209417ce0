import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { isAsked } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import { canBeReached } from '../../domain/runs/reachableMembers.ts';
import { minutesAt, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { OpenedRun } from '../runs/state/openMeetingRun.ts';
import type { NoticeButton, NoticeModel, Reader } from '../core/cardPresenterPort.ts';
import { addressOfMember } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { startButton } from '../answers/waitingRunListAndButtons.ts';
import type { StartableRun } from '../answers/waitingRunListAndButtons.ts';

type Named = Pick<Meeting, 'name'>;
type Title = NoticeModel['title'];

const link = (title: 'start.openDashboard' | 'start.openReport', url: string): NoticeButton => ({
  kind: 'LINK',
  title,
  url,
});

export const chooseTitle: Title = { key: 'start.choose' };
export const nothingToStart: Title = { key: 'start.nothingToStart' };
export const meetingNotFoundReply = (query: string): Title => ({ key: 'start.notFound', values: { query } });
export const waitingTitle = (count: number): Title => ({ key: 'help.openTitle', values: { count } });

/** The reply to a pressed button of a report that was deleted or whose team the caller has left. */
export const meetingGoneReply: Pick<NoticeModel, 'title' | 'lines'> = { title: { key: 'start.gone' }, lines: [] };

/** Returns the reply to a request to start a run of a day other than today. */
export const otherDateReply = ({ name }: Named, date: LocalDate): Pick<NoticeModel, 'title' | 'lines'> => ({
  title: { key: 'start.otherDate', values: { meeting: name }, date },
  lines: [{ key: 'start.otherDateLine' }],
});

/** Returns the notice that asks for confirmation before a run is started: the pressed button contained no date. */
export const confirmStartReply = (run: StartableRun): NoticeModel => ({
  title: { key: 'start.confirm', values: { meeting: run.meetingName }, date: run.date },
  lines: [{ key: 'start.confirmLine' }],
  buttons: [startButton(run)],
});

export const noMeetingReply = (url: string): NoticeModel => ({
  title: { key: 'start.none' },
  lines: [{ key: 'start.noneLine' }],
  buttons: [link('start.openDashboard', url)],
});

const about = (
  key: 'start.notAllowed' | 'start.disabled' | 'start.disconnected',
  line: 'start.notAllowedLine' | 'error.MEETING_DISABLED' | 'start.disconnectedLine',
  meeting: Named,
): NoticeModel => ({ title: { key, values: { meeting: meeting.name } }, lines: [{ key: line }], buttons: [] });

export const notAllowedReply = (meeting: Named): NoticeModel =>
  about('start.notAllowed', 'start.notAllowedLine', meeting);
export const disabledReply = (meeting: Named): NoticeModel =>
  about('start.disabled', 'error.MEETING_DISABLED', meeting);
export const disconnectedReply = (meeting: Named): NoticeModel =>
  about('start.disconnected', 'start.disconnectedLine', meeting);

export const startAgainReply = (): NoticeModel => ({
  title: { key: 'start.again' },
  lines: [{ key: 'start.againLine' }],
  buttons: [],
});

/** Returns the reply for an existing run that does not ask the caller. */
export const notYoursReply = (run: Run, url: string): NoticeModel => {
  const isOpen = run.state === 'OPEN';
  return {
    title: {
      key: isOpen ? 'start.alreadyOpen' : 'start.completed',
      values: { meeting: run.meetingName },
      date: run.date,
    },
    lines: [{ key: isOpen ? 'start.alreadyOpenLine' : 'start.completedLine' }],
    buttons: [link('start.openReport', url)],
  };
};

/**
 * A run just opened, with its answers. Members who answered ahead or in an earlier round are not asked again, so the
 * reply counts them separately.
 */
type Started = Omit<OpenedRun, 'isNew'>;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const clockTime = (run: Run, reader: Reader): string => {
  const minutes = minutesAt(msOf(run.closesAt), reader.timezone);
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
};

const startedLine = (started: Started, reader: Reader, now: number): NoticeModel['lines'][number] => {
  const { run, rows, people } = started;
  if (run.reason === 'HOLIDAY') return { key: 'start.nobodyHoliday' };
  if (run.reason === 'AWAY') return { key: 'start.nobodyAway' };
  if (run.reason === 'ALL_ANSWERED') return { key: 'start.allAnswered' };
  const answered = new Set(rows.answers.map(({ value }) => value.memberId));
  const canReach = (person: TeamMember): boolean => canBeReached(person, addressOfMember(person), now);
  const reachable = new Set(people.filter(canReach).map(({ memberId }) => memberId));
  const asked = run.members.filter(
    (member) => isAsked(member) && !answered.has(member.memberId) && reachable.has(member.memberId),
  ).length;
  const values = { asked, answered: answered.size, time: clockTime(run, reader) };
  return { key: 'start.startedLine', values };
};

export const startedNotice = (started: Started, reader: Reader, now: number): NoticeModel => {
  const { run } = started;
  const meeting = run.meetingName;
  const asksNoMember = run.reason === 'HOLIDAY' || run.reason === 'AWAY';
  const key = asksNoMember ? 'start.nobody' : run.round > 1 ? 'start.reopened' : 'start.started';
  return {
    title: { key, values: { meeting }, date: run.date },
    lines: [startedLine(started, reader, now)],
    buttons: [],
  };
};
