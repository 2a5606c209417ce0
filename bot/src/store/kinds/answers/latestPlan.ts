import { z } from 'zod';
import { localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { listedKind } from '../../recordKindsAndAccess.ts';
import { ofTeam } from '../core/teamPartitionAndKeyParts.ts';
import type { MemberInMeeting } from '../core/teamPartitionAndKeyParts.ts';

const planLines = z.array(z.object({ id: z.string(), text: z.string(), day: z.int().optional() })).readonly();

/**
 * The latest plan that a member answered in a meeting. An answer replaces the row only if the date of the row is not
 * later than the date of the answered run.
 */
export const plan = listedKind({
  name: 'plan',
  table: 'Team',
  version: 1,
  schema: z.object({
    date: localDate,
    lines: planLines,
    /** The plan before the latest plan, because a member may answer tomorrow's run before today's. */
    previous: z.object({ date: localDate, lines: planLines }).nullable(),
  }),
  partition: ofTeam,
  rowKey: (key: MemberInMeeting) => `P|${key.meetingId}|${key.memberId}`,
});
