import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import type { teamChannels as teamChannelsCall } from '#contracts/team.ts';
import { requireTeam } from './access.ts';
import type { Actor } from './actor.ts';
import { allChannels } from './channels.ts';
import type { Deps } from './deps.ts';
import { byName } from './sorting.ts';

/** Where a team's reports may be posted: General first, the others by name. */
export const teamChannels = async (
  deps: Pick<Deps, 'store' | 'words'>,
  actor: Actor,
  { teamId }: ParsedOf<typeof teamChannelsCall>,
): Promise<OutputOf<typeof teamChannelsCall>> => {
  await requireTeam(deps, actor, teamId, 'team.read');
  const channels = await allChannels(deps, { orgId: actor.orgId, teamId });
  const general = deps.words(actor.locale)('activity.generalValue');
  const compare = byName(actor.locale);
  return channels
    .filter((one) => !one.isDeleted)
    .map(({ threadId, name, isGeneral }) => ({ id: threadId, name: isGeneral ? general : name, isGeneral }))
    .sort((a, b) => Number(b.isGeneral) - Number(a.isGeneral) || compare(a, b));
};
