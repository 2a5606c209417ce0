import { doesOrgAllow } from '#contracts/core/orgPause.ts';
import type { OrgAction } from '#contracts/core/orgPause.ts';
import type { OutgoingMessage } from '../../gateways/messenger.ts';
import { inOrg } from '../../store/kind.ts';
import type { Caller } from '../answers/answerRun.ts';
import type { AnswerDeps } from '../answers/answers.ts';
import { pauseOf } from '../tenancy/billingStatus.ts';
import type { NoticeButton } from '../core/cardPresenter.ts';
import { nextSteps } from '../answers/waitingRunList.ts';
import { waitingRunsFor } from '../answers/waitingRuns.ts';

const dashboard: NoticeButton = { kind: 'LINK', title: 'start.openDashboard', url: '/' };

/**
 * The bot's reply to a command that the paused organisation does not allow: the reason, and the runs that still
 * accept answers. Undefined while the organisation allows the action.
 */
export const pausedReply = async (
  deps: AnswerDeps,
  { actor, reader }: Caller,
  action: OrgAction,
): Promise<OutgoingMessage | undefined> => {
  const pause = await pauseOf(deps, inOrg(deps.store, actor.orgId));
  if (pause === null || doesOrgAllow(action, pause)) return undefined;
  const waiting = await waitingRunsFor(deps, actor);
  const next =
    waiting.length === 0 ? { lines: [], buttons: [dashboard] } : nextSteps(deps, actor, waiting, deps.clock.now());
  const lines = [{ key: 'help.pausedLine' } as const, ...next.lines];
  return deps.presenter.notice({ title: { key: `help.${pause}` }, lines, buttons: next.buttons }, reader);
};
