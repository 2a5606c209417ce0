import type { MeetingId } from '#contracts/ids.ts';
import type { MeetingDetail, ParsedMeetingDraft, SavedMeeting } from '#contracts/meeting.ts';
import { inOrg } from '../store/kind.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import * as meetings from './meetings.ts';
import type { MeetingDeps } from './meetings.ts';
import { effectOf, openRunInfo, openRunsOf } from './openRuns.ts';
import type { OpenRun } from './openRuns.ts';
import { announceRuns, settleRuns } from './teamAdminRuns.ts';

// A meeting as its screens get it: with its runs under way, and what a change does to them.

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

/** Who was taken off is not waited for any longer. */
const settleWithout = async (deps: MeetingDeps, actor: Actor, open: readonly OpenRun[]): Promise<void> => {
  const concerned = open.filter(({ meeting, occurrence }) =>
    occurrence.members.some((one) => !one.dropped && !meeting.members.includes(one.memberId)),
  );
  await announceRuns(deps, actor.orgId, concerned);
  await settleRuns(deps, actor.orgId, concerned);
};

/** Saves, and says of each run under way that it goes on as it began. */
export const saveAndTell = async (
  deps: MeetingDeps,
  actor: Actor,
  draft: ParsedMeetingDraft,
): Promise<SavedMeeting> => {
  const meeting = await meetings.save(deps, actor, draft);
  if (draft.id === undefined) return { ...meeting, runs: [] };
  const records = inOrg(deps.store, actor.orgId);
  const words = deps.words(actor.locale);
  const open = await openRunsOf(records, meeting);
  await settleWithout(deps, actor, open);
  const infos = await Promise.all((await openRunsOf(records, meeting)).map((run) => openRunInfo(records, run)));
  return { ...meeting, runs: infos.map((info) => effectOf(words, info, 'UNCHANGED')) };
};
