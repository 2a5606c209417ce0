import { doesOrgAllow } from '#contracts/core/actionsDuringOrgPause.ts';
import type { OrgAction } from '#contracts/core/actionsDuringOrgPause.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { AnswerCaller } from '../answers/runCardOrWaitingRuns.ts';
import type { AnswerDeps } from '../answers/saveAnswerAndShowCard.ts';
import { orgPauseOf } from '../tenancy/payingStateAndOrgPause.ts';
import type { NoticeButton } from '../core/cardPresenterPort.ts';
import { nextSteps } from '../answers/waitingRunListAndButtons.ts';
import { waitingRunsFor } from '../answers/waitingRunsAndTeamNames.ts';

const dashboard: NoticeButton = { kind: 'LINK', title: 'start.openDashboard', url: '/' };

/**
 * Returns the reply if the paused organisation does not allow the action of a command: the reason, and the runs that
 * still accept answers. Undefined if the organisation is not paused or allows the action.
 */
export const pausedReply = async (
  deps: AnswerDeps,
  { actor, reader }: AnswerCaller,
  action: OrgAction,
): Promise<OutgoingMessage | undefined> => {
  const pause = await orgPauseOf(deps, inOrg(deps.store, actor.orgId));
  if (pause === null || doesOrgAllow(action, pause)) return undefined;
  const waiting = await waitingRunsFor(deps, actor);
  const next =
    waiting.length === 0 ? { lines: [], buttons: [dashboard] } : nextSteps(deps, actor, waiting, deps.clock.now());
  const lines = [{ key: 'help.pausedLine' } as const, ...next.lines];
  return deps.presenter.notice({ title: { key: `help.${pause}` }, lines, buttons: next.buttons }, reader);
};
