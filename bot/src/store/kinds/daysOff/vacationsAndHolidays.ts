import { z } from 'zod';
import { localDate, memberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind, listedKind } from '../../recordKindsAndAccess.ts';
import { ofTeam, teamPartition } from '../core/teamPartitionAndKeyParts.ts';

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

export const vacation = listedKind({
  name: 'vacation',
  table: 'Org',
  version: 1,
  schema: z.object({ memberId, date: localDate }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { memberId: MemberId; date: LocalDate }) => `vac|${key.memberId}|${key.date}`,
});
