import { z } from 'zod';
import { instant, localDate, meetingId, memberId, teamId, zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { meeting as meetingSchema } from '#contracts/meetings/saveAndReadMeetingCalls.ts';
import { quietHours as quietHoursSchema } from '#contracts/people/quietHours.ts';
import { summaryDeliveries, unreachableReasons } from '#contracts/organisations/teamAndMemberCalls.ts';
import { languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import { hashKey, nameKey } from '../../domain/core/hashesIdsAndReverseDates.ts';
import { kind, listedKind } from '../recordKindsAndAccess.ts';
import { teamStates } from './organisationsMembersAndVacations.ts';
import { questionsForOlderVersions } from './questionsForOlderVersions.ts';

export const teamPartition = (orgId: OrgId, team: TeamId): string => `${orgId}|${team}`;

export const ofTeam = (scope: OrgId, key: { readonly teamId: TeamId }): string => teamPartition(scope, key.teamId);

export const team = kind({
  name: 'team',
  table: 'Team',
  version: 1,
  schema: z.object({
    teamId,
    name: z.string(),
    state: z.enum(teamStates),
    /** GROUP: a group chat with the bot, which is a team without channels. */
    kind: z.enum(['TEAM', 'GROUP']),
    tid: z.string().nullable(),
    /** Thread id of the team or group chat. For a team it is also the id of its General channel. */
    threadId: z.string().nullable(),
    /** Address of the chat service. The address may change, so each event of the team updates it. */
    serviceUrl: z.string().nullable(),
    /** Language of messages to several readers; null if no language was chosen, and in older rows. */
    language: z.enum(languages).nullable(),
    createdOn: instant,
  }),
  at: (scope: OrgId, key: { teamId: TeamId }) => ({ pk: teamPartition(scope, key.teamId), rk: 'T' }),
});

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

export const channel = listedKind({
  name: 'channel',
  table: 'Team',
  version: 1,
  schema: z.object({ threadId: z.string(), name: z.string(), isGeneral: z.boolean(), isDeleted: z.boolean() }),
  partition: ofTeam,
  rowKey: (key: { teamId: TeamId; threadId: string }) => `C|${hashKey(key.threadId)}`,
});

export const meeting = listedKind({
  name: 'meeting',
  table: 'Team',
  version: 1,
  schema: meetingSchema,
  rowForm: questionsForOlderVersions('questions'),
  partition: ofTeam,
  rowKey: (key: { teamId: TeamId; meetingId: MeetingId }) => `G|${key.meetingId}`,
});

/** Reserves a meeting's name within its team. Written in the transaction of the meeting. */
export const meetingName = kind({
  name: 'meetingName',
  table: 'Team',
  version: 1,
  schema: z.object({ meetingId }),
  at: (scope: OrgId, key: { teamId: TeamId; name: string }) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `N|${hashKey(nameKey(key.name))}`,
  }),
});

export const holiday = listedKind({
  name: 'holiday',
  table: 'Team',
  version: 1,
  /** `name` is null for a holiday without a name, and in rows of earlier versions. */
  schema: z.object({ date: localDate, name: z.string().nullable() }),
  partition: ofTeam,
  rowKey: (key: { teamId: TeamId; date: LocalDate }) => `H|${key.date}`,
});

/** Copy of a holiday among the rows of its day, so that one scan of the day finds it. */
export const dayHoliday = kind({
  name: 'dayHoliday',
  table: 'Team',
  version: 1,
  schema: z.object({ date: localDate }),
  at: (scope: OrgId, key: { teamId: TeamId; date: LocalDate }) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `D|${key.date}|!H`,
  }),
});

/** Copy of a vacation day among the rows of its day. Written after `vacation`; the nightly maintenance repairs a missing copy. */
export const dayVacation = listedKind({
  name: 'dayVacation',
  table: 'Team',
  version: 1,
  schema: z.object({ memberId, date: localDate }),
  partition: ofTeam,
  rowKey: (key: { teamId: TeamId; date: LocalDate; memberId: MemberId }) => `D|${key.date}|!V|${key.memberId}`,
});
