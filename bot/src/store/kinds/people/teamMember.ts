import { z } from 'zod';
import { instant, localDate, memberId, zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { summaryDeliveries, unreachableReasons } from '#contracts/organisations/teamAndMemberCalls.ts';
import { quietHours as quietHoursSchema } from '#contracts/people/quietHours.ts';
import { listedKind } from '../../recordKindsAndAccess.ts';
import { ofTeam } from '../core/teamPartitionAndKeyParts.ts';

/** A member in one team: a copy of the person's data, and the member's settings. Written only if a value changed. */
export const teamMember = listedKind({
  name: 'teamMember',
  table: 'Team',
  version: 1,
  schema: z.object({
    memberId,
    name: z.string(),
    email: z.string(),
    thumbnailUrl: z.string().nullable(),
    isEnabled: z.boolean(),
    /**
     * Instant at which the member disappeared from the roster; null while the member is in the team. The history is
     * kept.
     */
    leftOn: instant.nullable(),
    timezone: zoneId.nullable(),
    /** ACTIVITY: taken from the chat or a browser. PERSON: set by hand, so neither changes it any more. */
    timezoneFrom: z.enum(['ACTIVITY', 'PERSON']).nullable(),
    /** Zone that a browser of the member sent last; null if no browser has sent a zone, and in older rows. */
    browserZone: zoneId.nullish(),
    /**
     * Instant of the last change of `timezone` by the chat or a browser, and the source of that change; both null if
     * neither has changed `timezone`, and in older rows.
     */
    zoneMovedAt: instant.nullish(),
    zoneMovedBy: z.enum(['CHAT', 'BROWSER']).nullish(),
    locale: z.string().nullable(),
    /** ACTIVITY: taken from chat activities. PERSON: set by hand, so activities no longer change it. */
    localeFrom: z.enum(['ACTIVITY', 'PERSON']).nullable(),
    isMuted: z.boolean(),
    /**
     * For a muted member, the day in the member's time zone on which reminders resume; null if they resume only when
     * the member unmutes them.
     */
    mutedUntil: localDate.nullable(),
    /** The way by which the member gets the summaries of the reports that they observe; null means CHAT. */
    summaryDelivery: z.enum(summaryDeliveries).nullish(),
    /**
     * Hours of the member's day without prompts, reminders, and cards of blockers and digests; null if the member has
     * no quiet hours. Older rows lack it.
     */
    quietHours: quietHoursSchema.nullish(),
    unreachable: z.enum(unreachableReasons).nullable(),
    unreachableSince: instant.nullable(),
    /**
     * The fields from `tid` to `serviceUrl` are the address of the personal chat. `conversationId` is null until the
     * first message in either direction.
     */
    tid: z.string().nullable(),
    oid: z.string().nullable(),
    teamsUserId: z.string().nullable(),
    conversationId: z.string().nullable(),
    serviceUrl: z.string().nullable(),
  }),
  partition: ofTeam,
  rowKey: (key: { teamId: TeamId; memberId: MemberId }) => `M|${key.memberId}`,
});
