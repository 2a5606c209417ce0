import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import type { teamChannels as teamChannelsCall } from '#contracts/teamsSync/listTeamChannels.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import type { Actor } from '../core/actor.ts';
import { listChannels } from './syncAndReadChannels.ts';
import type { Deps } from '../core/deps.ts';
import { byName } from '../core/compareByNameOrText.ts';

/** Returns the channels to which a team's reports can be posted: General first, the others sorted by name. */
export const teamChannels = async (
  deps: Pick<Deps, 'store' | 'translateFor'>,
  actor: Actor,
  { teamId }: ParsedOf<typeof teamChannelsCall>,
): Promise<OutputOf<typeof teamChannelsCall>> => {
  await requireTeam(deps, actor, teamId, 'team.read');
  const channels = await listChannels(deps, { orgId: actor.orgId, teamId });
  const general = deps.translateFor(actor.locale)('activity.generalValue');
  const compare = byName(actor.locale);
  return channels
    .filter((channel) => !channel.isDeleted)
    .map(({ threadId, name, isGeneral }) => ({ id: threadId, name: isGeneral ? general : name, isGeneral }))
    .sort((a, b) => Number(b.isGeneral) - Number(a.isGeneral) || compare(a, b));
};
