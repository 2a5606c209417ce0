import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { teamId } from '../core/idDateAndZoneSchemas.ts';

/** Returns the channels of a team, General first, without deleted channels. A group chat has no channels. */
export const teamChannels = endpoint({
  method: 'GET',
  path: '/api/team/channels/{teamId}',
  access: 'team.read',
  input: z.object({ teamId }),
  output: z.array(
    z.object({
      /**
       * Thread id of the channel, as in `channelId` of a meeting. Only for the General channel, a meeting contains null
       * instead.
       */
      id: z.string(),
      name: z.string(),
      isGeneral: z.boolean(),
    }),
  ),
});
