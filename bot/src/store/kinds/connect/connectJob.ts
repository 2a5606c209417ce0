import { z } from 'zod';
import { instant, memberId, orgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { orgStates } from '#contracts/organisations/organisationCalls.ts';
import { kind } from '../../recordKindsAndAccess.ts';
import { jobPartition } from '../core/jobPartition.ts';

/**
 * Phases of a job that connects a tenant (services/connect/connectTenantToOrganisationJob.ts). CLAIM takes both organisations and may still
 * be cancelled; OFF then undoes it. COPY copies the rows, MOVE points the directory to the copies. CLEAN sends notices,
 * waits, and deletes the old rows. From COPY on, the job continues to its end. Only earlier versions write TELL.
 */
export const connectPhases = ['CLAIM', 'COPY', 'MOVE', 'CLEAN', 'TELL', 'OFF'] as const;

/**
 * The job that connects a tenant to an organisation that was registered on the web. The job moves the data of the
 * organisation that the install created to the registered organisation. Each organisation that an install created has
 * at most one such job.
 */
export const connecting = kind({
  name: 'connecting',
  table: 'Sys',
  version: 1,
  schema: z.object({
    fromOrgId: orgId,
    toOrgId: orgId,
    tid: z.string(),
    phase: z.enum(connectPhases),
    /** State of the organisation that the install created, before the job. A cancelled job restores this state. */
    fromState: z.enum(orgStates),
    actor: z.string(),
    installer: memberId,
    /** Id that all notices of the job share, so that a notice that is queued twice is sent once. */
    noticeId: z.string(),
    startedAt: instant,
    /**
     * In the phase CLEAN: the notices are sent, and the old rows are deleted from this instant on. Missing before.
     * Earlier versions keep this field without reading it.
     */
    cleanAt: instant.nullish(),
  }),
  at: (_scope: null, key: { fromOrgId: OrgId }) => ({ pk: jobPartition, rk: `connect|${key.fromOrgId}` }),
});
