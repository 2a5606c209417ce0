import type { MeetingId } from '#contracts/core/ids.ts';
import type { MeetingDetail, ParsedMeetingDraft, SavedMeeting } from '#contracts/meetings/meeting.ts';
import { inOrg } from '../../store/kind.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import * as meetings from './meetings.ts';
import type { MeetingDeps } from './meetings.ts';
import { effectOf, openRunInfo, openRunsOf } from '../runs/openRuns.ts';
import type { OpenRun } from '../runs/openRuns.ts';
import type { ConsentDeps } from '../summaryEmails/summaryConsents.ts';
import { addedAddresses, settleAdded } from '../summaryEmails/summaryEmails.ts';
import { announceRuns, settleRuns } from '../runs/openRunChanges.ts';

// A meeting as its screens show it: with its open runs, and the effect of a change on them.

export const getDetail = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  input: { readonly meetingId: MeetingId },
): Promise<MeetingDetail> => {
  const meeting = await meetings.get(deps, actor, input);
  const records = inOrg(deps.store, actor.orgId);
  const runs = await openRunsOf(records, meeting);
  return { ...meeting, openRuns: await Promise.all(runs.map((run) => openRunInfo(records, run))) };
};

/** Updates open runs: members who were removed from the meeting no longer owe an answer in them. */
const settleWithout = async (deps: MeetingDeps, actor: Actor, open: readonly OpenRun[]): Promise<void> => {
  const concerned = open.filter(({ meeting, occurrence }) =>
    occurrence.members.some((member) => !member.dropped && !meeting.members.includes(member.memberId)),
  );
  await announceRuns(deps, actor.orgId, concerned);
  await settleRuns(deps, actor.orgId, concerned);
};

/** Saves the meeting, asks new summary addresses for consent, and reports that each open run continues unchanged. */
export const saveAndTell = async (
  deps: MeetingDeps & ConsentDeps,
  actor: Actor,
  draft: ParsedMeetingDraft,
): Promise<SavedMeeting> => {
  const before = draft.id === undefined ? undefined : await meetings.get(deps, actor, { meetingId: draft.id });
  const meeting = await meetings.save(deps, actor, draft);
  await settleAdded(deps, actor, addedAddresses(before, meeting));
  if (draft.id === undefined) return { ...meeting, runs: [] };
  const records = inOrg(deps.store, actor.orgId);
  const words = deps.words(actor.locale);
  const open = await openRunsOf(records, meeting);
  await settleWithout(deps, actor, open);
  const infos = await Promise.all((await openRunsOf(records, meeting)).map((run) => openRunInfo(records, run)));
  return { ...meeting, runs: infos.map((info) => effectOf(words, info, 'UNCHANGED')) };
};
