import type { MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MeetingDetail, ParsedMeetingDraft, SavedMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { isStillNamed } from '../../domain/runs/membersAndObservers.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { effectOfChange, openRunInfo, openRunsOf } from '../runs/openRunsAndChangeEffect.ts';
import type { OpenRun } from '../runs/openRunsAndChangeEffect.ts';
import type { ConsentDeps } from '../summaryEmails/summaryConsentsAndAddressHash.ts';
import { addedAddresses, settleAddedAddresses } from '../summaryEmails/listAndApproveSummaryEmails.ts';
import { announceRuns, settleRuns } from '../runs/updateOpenRunsOnTeamChange.ts';
import * as meetings from './storeMeeting.ts';
import { getMeetingDetail } from './listMeetings.ts';
import type { MeetingDeps } from './storeMeeting.ts';

// Reads and saves a meeting for its screens, together with its open runs and the effect of a change on these runs.

export const getDetail = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  input: { readonly meetingId: MeetingId },
): Promise<MeetingDetail> => {
  const meeting = await getMeetingDetail(deps, actor, input);
  const records = inOrg(deps.store, actor.orgId);
  const runs = await openRunsOf(records, meeting);
  return { ...meeting, openRuns: await Promise.all(runs.map((run) => openRunInfo(records, run))) };
};

/**
 * Updates open runs: members who were removed from the meeting no longer owe an answer in them, and members who were
 * added again owe it. A member who became an observer still owes the answer.
 */
const settleMembers = async (deps: MeetingDeps, actor: Actor, open: readonly OpenRun[]): Promise<void> => {
  const concerned = open.filter(({ meeting, run }) =>
    run.members.some(({ memberId, dropped }) =>
      dropped ? meeting.members.includes(memberId) : !isStillNamed(meeting, memberId),
    ),
  );
  await announceRuns(deps, actor.orgId, concerned);
  await settleRuns(deps, actor.orgId, concerned);
};

/**
 * Saves the meeting, requests consent for new summary addresses or approves them, and returns the open runs. In open
 * runs, only the members who owe an answer change.
 */
export const saveAndAnnounce = async (
  deps: MeetingDeps & ConsentDeps,
  actor: Actor,
  draft: ParsedMeetingDraft,
): Promise<SavedMeeting> => {
  const before = draft.id === undefined ? undefined : await getMeetingDetail(deps, actor, { meetingId: draft.id });
  const meeting = await meetings.storeMeeting(deps, actor, draft);
  await settleAddedAddresses(deps, actor, addedAddresses(before, meeting));
  if (draft.id === undefined) return { ...meeting, runs: [] };
  const records = inOrg(deps.store, actor.orgId);
  const t = deps.translateFor(actor.locale);
  const open = await openRunsOf(records, meeting);
  await settleMembers(deps, actor, open);
  const infos = await Promise.all((await openRunsOf(records, meeting)).map((run) => openRunInfo(records, run)));
  return { ...meeting, runs: infos.map((info) => effectOfChange(t, info, 'UNCHANGED')) };
};
