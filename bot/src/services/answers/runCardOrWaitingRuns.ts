import { cardData } from '#contracts/answers/answerCardDataAndVerbs.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { ErrorCode } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate, MeetingId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { answer as answerKind } from '../../store/kinds/answers/answerAndHistory.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import type { Actor } from '../core/actor.ts';
import { showCard } from './saveAnswerAndShowCard.ts';
import type { AnswerDeps } from './saveAnswerAndShowCard.ts';
import { findTarget, isAcceptingAnswers } from './answerTargetAndAcceptance.ts';
import type { AnswerTarget } from './answerTargetAndAcceptance.ts';
import type { NoticeModel, Reader } from '../core/cardPresenterPort.ts';
import { nextSteps } from './waitingRunListAndButtons.ts';
import { waitingRunsFor } from './waitingRunsAndTeamNames.ts';

// Returns the caller's card of the run that a button or a command names. No function in this file starts a run.

export interface AnswerCaller {
  readonly actor: Actor;
  readonly reader: Reader;
}

interface NamedRun {
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
}

/** Returns a refusal that also lists the caller's waiting runs, so that the reader always has a next step. */
export const refuseWithWaiting = async (
  deps: AnswerDeps,
  { actor, reader }: AnswerCaller,
  { title, lines }: Pick<NoticeModel, 'title' | 'lines'>,
): Promise<OutgoingMessage> => {
  const waiting = await waitingRunsFor(deps, actor);
  // This title already states that no run is waiting, so the list of waiting runs is left out.
  const isNothingWaiting = waiting.length === 0 && title.key === 'help.nothingTitle';
  const next = isNothingWaiting ? { lines: [], buttons: [] } : nextSteps(deps, actor, waiting, deps.clock.now());
  return deps.presenter.notice({ title, lines: [...lines, ...next.lines], buttons: next.buttons }, reader);
};

const refuseRun = (
  deps: AnswerDeps,
  caller: AnswerCaller,
  run: { readonly meetingName: string | undefined; readonly date: LocalDate },
  code: ErrorCode,
): Promise<OutgoingMessage> => {
  const { meetingName: meeting, date } = run;
  const title: NoticeModel['title'] =
    meeting === undefined ? { key: 'answer.notAskedTitle' } : { key: 'waiting.refused', values: { meeting }, date };
  return refuseWithWaiting(deps, caller, { title, lines: [{ key: `error.${code}` }] });
};

const refusalOf = ({ run, member }: AnswerTarget): ErrorCode => {
  if (run?.state === 'CANCELLED') return 'RUN_CANCELLED';
  return member === undefined ? 'NOT_ASKED' : 'RUN_CLOSED';
};

/**
 * Returns the caller's card of a run: the form for an answer now or ahead, or the stored answer with Edit. If the run
 * does not accept the caller's answer, returns a notice with the reason and the caller's waiting runs.
 */
export const showRun = async (deps: AnswerDeps, caller: AnswerCaller, named: NamedRun): Promise<OutgoingMessage> => {
  const { actor, reader } = caller;
  const { orgId, memberId } = actor;
  const { teamId, meetingId, date } = named;
  const unnamed = { meetingName: undefined, date };
  if (memberId === null || !actor.teamIds.includes(teamId)) return refuseRun(deps, caller, unnamed, 'NOT_ASKED');
  const records = inOrg(deps.store, orgId);
  const now = deps.clock.now();
  try {
    const target = await findTarget(deps, records, { orgId, teamId, meetingId, date, memberId }, now);
    if (!isAcceptingAnswers(target, now) && (await records.get(answerKind, target)) === undefined)
      return await refuseRun(deps, caller, { meetingName: target.meetingName, date }, refusalOf(target));
    const who = { member: { timezone: reader.timezone }, locale: reader.locale };
    return (await showCard(deps, { target, who, edit: false })).message;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const meeting = await records.get(meetingKind, { teamId, meetingId });
    return refuseRun(deps, caller, { meetingName: meeting?.value.name, date }, error.code);
  }
};

/**
 * Handles the button "Answer <report> (<date>)"; `data` is untrusted. Returns the presser's own card of the named run,
 * even if the button was on another member's card or the date is not today.
 */
export const answerPressedRun = async (
  deps: AnswerDeps,
  caller: AnswerCaller,
  data: unknown,
): Promise<OutgoingMessage> => {
  const parsed = cardData.safeParse(data);
  const title = { key: 'answer.notAskedTitle' } as const;
  if (!parsed.success || !deps.signer.isGenuine(parsed.data))
    return refuseWithWaiting(deps, caller, { title, lines: [{ key: 'waiting.unreadable' }] });
  const { O: orgId, T: teamId, meetingId, date } = parsed.data;
  if (orgId !== caller.actor.orgId)
    return refuseWithWaiting(deps, caller, { title, lines: [{ key: 'error.NOT_ASKED' }] });
  return showRun(deps, caller, { teamId, meetingId, date });
};
