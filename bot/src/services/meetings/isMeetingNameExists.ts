import type { MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import type { InTeam } from './listMeetings.ts';
import { holderOf, idOfDraft } from './storeMeeting.ts';

/**
 * Returns whether another meeting of the team has the name. The comparison ignores case, spaces, hyphens and invisible
 * characters.
 */
export const isMeetingNameExists = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { teamId, name, meetingId }: InTeam & { readonly name: string; readonly meetingId?: MeetingId | undefined },
): Promise<{ isExists: boolean }> => {
  await requireTeam(deps, actor, teamId, 'meeting.read');
  const holder = await holderOf(inOrg(deps.store, actor.orgId), teamId, name);
  if (holder === undefined || holder === meetingId) return { isExists: false };
  // For a new meeting, the client sends the id of its draft as `meetingId`. If an earlier save of this draft created
  // the meeting with this name, the name is free for this draft.
  return { isExists: meetingId === undefined || holder !== idOfDraft(actor, teamId, meetingId) };
};
