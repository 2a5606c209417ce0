import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { Actor } from '../core/actor.ts';
import type { CardSigner } from '../core/cardSigner.ts';
import { maxButtons } from '../core/cardPresenterPort.ts';
import type { NoticeButton, NoticeLine, NoticeModel } from '../core/cardPresenterPort.ts';
import type { WaitingRun } from './waitingRunsAndTeamNames.ts';

// Lists runs in a bot reply: the first six with a button, every other run with the command that does the same.

/** Largest number of runs with a line each. Further runs share one line, so that the card does not become too large. */
const maxLines = 30;

/** A run that the caller can start today, because the meeting has no open or completed run on that date. */
export interface StartableRun {
  readonly teamName: string | null;
  readonly meetingId: MeetingId;
  readonly meetingName: string;
  readonly date: LocalDate;
}

interface RunKey {
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
}

export interface ListDeps {
  readonly signer: CardSigner;
}

export const answerButton = (
  { signer }: ListDeps,
  { orgId, memberId }: { readonly orgId: OrgId; readonly memberId: MemberId },
  run: RunKey & Pick<WaitingRun, 'meetingName' | 'teamName'>,
): NoticeButton => ({
  kind: 'ANSWER',
  meeting: run.meetingName,
  team: run.teamName,
  date: run.date,
  data: signer.sign({ O: orgId, T: run.teamId, meetingId: run.meetingId, date: run.date, memberId }),
});

export const startButton = ({ meetingName, teamName, meetingId, date }: StartableRun): NoticeButton => ({
  kind: 'START',
  meeting: meetingName,
  team: teamName,
  date,
  meetingId,
});

const commandFor = (verb: 'answer' | 'start', meetingName: string, date: LocalDate): string =>
  `${verb} ${meetingName} ${date}`;

const lineOf = (run: WaitingRun, hasButton: boolean, now: number): NoticeLine => ({
  key: 'waiting.line',
  values: {
    meeting: run.meetingName,
    hasTeam: String(run.teamName !== null),
    team: run.teamName ?? '',
    isLate: String(now >= msOf(run.instants.closesAt)),
    command: hasButton ? 'none' : commandFor('answer', run.meetingName, run.date),
  },
  opens: { date: run.date, at: run.instants.closesAt },
});

/** Returns a line with the number of runs that have no button, followed by the commands for these runs. */
export const commandLines = (runs: readonly Pick<WaitingRun, 'meetingName' | 'date'>[]): NoticeLine[] => {
  const count = runs.length;
  if (count === 0) return [];
  const commands = runs.map((run) => commandFor('answer', run.meetingName, run.date));
  const alone = commands
    .slice(0, maxLines)
    .map((command): NoticeLine => ({ key: 'waiting.sayLine', values: { command } }));
  const rest = commands.slice(maxLines);
  const together: NoticeLine[] =
    rest.length === 0 ? [] : [{ key: 'waiting.sayOneOf', values: { commands: rest.join(', ') } }];
  return [{ key: 'waiting.andMore', values: { count } }, ...alone, ...together];
};

type Listed = Pick<NoticeModel, 'lines' | 'buttons'>;

/**
 * Lists all waiting runs in the given order: a line for each of the first 30, with a button for each of the first six.
 */
export const listWaiting = (deps: ListDeps, actor: Actor, waiting: readonly WaitingRun[], now: number): Listed => {
  const { orgId, memberId } = actor;
  if (memberId === null) return { lines: [], buttons: [] };
  const lines = waiting.slice(0, maxLines).map((run, index) => lineOf(run, index < maxButtons, now));
  const commands = waiting.slice(maxLines).map((run) => commandFor('answer', run.meetingName, run.date));
  const more: NoticeLine[] =
    commands.length === 0 ? [] : [{ key: 'waiting.more', values: { commands: commands.join(', ') } }];
  const buttons = waiting.slice(0, maxButtons).map((run) => answerButton(deps, { orgId, memberId }, run));
  return { lines: [...lines, ...more], buttons };
};

/** Returns the next steps after a refusal: the caller's waiting runs, or a note that there are none. */
export const nextSteps = (deps: ListDeps, actor: Actor, waiting: readonly WaitingRun[], now: number): Listed => {
  if (waiting.length === 0) return { lines: [{ key: 'waiting.none' }], buttons: [] };
  const listed = listWaiting(deps, actor, waiting, now);
  const heading: NoticeLine = { key: 'waiting.others', values: { count: waiting.length } };
  return { lines: [heading, ...listed.lines], buttons: listed.buttons };
};
