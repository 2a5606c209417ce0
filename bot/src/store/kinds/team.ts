import { z } from 'zod';
import { instant, localDate, meetingId, memberId, teamId, zoneId } from '#contracts/core/ids.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/ids.ts';
import { meeting as meetingSchema } from '#contracts/meetings/meeting.ts';
import { unreachableReasons } from '#contracts/organisations/team.ts';
import { languages } from '#contracts/text/languages.ts';
import { hashKey, nameKey } from '../../domain/core/keyHashing.ts';
import { kind, listedKind } from '../records.ts';
import { teamStates } from './org.ts';
import { questionsAsRow } from './questionRows.ts';

/** The partition of one team. */
export const teamPartition = (orgId: OrgId, team: TeamId): string => `${orgId}|${team}`;

/** The partition of one team, from any key that names the team. */
export const ofTeam = (scope: OrgId, key: { readonly teamId: TeamId }): string => teamPartition(scope, key.teamId);

export const team = kind({
  name: 'team',
  table: 'Team',
  version: 1,
  schema: z.object({
    teamId,
    name: z.string(),
    state: z.enum(teamStates),
    /** A group chat with the bot is a team without channels. */
    kind: z.enum(['TEAM', 'GROUP']),
    tid: z.string().nullable(),
    /** The team's or chat's thread id; of a team also that of its General channel. */
    threadId: z.string().nullable(),
    /** Changes now and then; taken from every inbound activity. */
    serviceUrl: z.string().nullable(),
    /** Language of messages to several readers. Null = none was chosen; older rows lack it. */
    language: z.enum(languages).nullable(),
    createdOn: instant,
  }),
  at: (scope: OrgId, key: { teamId: TeamId }) => ({ pk: teamPartition(scope, key.teamId), rk: 'T' }),
});

/** A member's copy in one team. Written only when something changed. */
export const teamMember = listedKind({
  name: 'teamMember',
  table: 'Team',
  version: 1,
  schema: z.object({
    memberId,
    name: z.string(),
    email: z.string(),
    thumbnailUrl: z.string().nullable(),
    /** The admin's switch. */
    isEnabled: z.boolean(),
    /** Set when the roster no longer has them; history stays. */
    leftOn: instant.nullable(),
    timezone: zoneId.nullable(),
    /** PERSON: set by hand, no longer replaced automatically. */
    timezoneFrom: z.enum(['ACTIVITY', 'PERSON']).nullable(),
    locale: z.string().nullable(),
    /** PERSON: set by hand, no longer replaced automatically. */
    localeFrom: z.enum(['ACTIVITY', 'PERSON']).nullable(),
    isMuted: z.boolean(),
    /** For a muted member: the day, in their own zone, on which reminders resume; null = until they unmute. */
    mutedUntil: localDate.nullable(),
    unreachable: z.enum(unreachableReasons).nullable(),
    unreachableSince: instant.nullable(),
    /** Conversation reference of the personal chat; conversationId null until the first message or send. */
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
  rowForm: questionsAsRow('questions'),
  partition: ofTeam,
  rowKey: (key: { teamId: TeamId; meetingId: MeetingId }) => `G|${key.meetingId}`,
});

/** Holds a meeting's name in its team: written in the meeting's own transaction. */
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
  /** `name` came later: rows without one have none. */
  schema: z.object({ date: localDate, name: z.string().nullable() }),
  partition: ofTeam,
  rowKey: (key: { teamId: TeamId; date: LocalDate }) => `H|${key.date}`,
});

/** Copy of a holiday for the day scan. */
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

/** Copy of a vacation day for the day scan; written after `vacation`, repaired by the nightly sweep. */
export const dayVacation = listedKind({
  name: 'dayVacation',
  table: 'Team',
  version: 1,
  schema: z.object({ memberId, date: localDate }),
  partition: ofTeam,
  rowKey: (key: { teamId: TeamId; date: LocalDate; memberId: MemberId }) => `D|${key.date}|!V|${key.memberId}`,
});
