import { z } from 'zod';
import { instant, orgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { linkPattern } from '#contracts/core/linkPatternSchema.ts';
import { orgStates } from '#contracts/organisations/organisationCalls.ts';
import { kind } from '../../recordKindsAndAccess.ts';

export const org = kind({
  name: 'org',
  table: 'Org',
  version: 2,
  schema: z.object({
    orgId,
    name: z.string(),
    state: z.enum(orgStates),
    tid: z.string().nullable(),
    /** True if the first install in an unknown tenant created the organisation, false if a registration did. */
    isAutomatic: z.boolean(),
    trialEndsAt: instant,
    createdOn: instant,
    retentionDays: z.int().nullable(),
    requireSecondFactor: z.boolean(),
    microsoftOnly: z.boolean(),
    /**
     * Link patterns for answers; null or missing if the organisation has no link patterns. Earlier versions keep this
     * field without reading it.
     */
    linkPatterns: z.array(linkPattern).nullish(),
    /** False if members may not skip runs; true, null or missing if members may skip runs. */
    maySkip: z.boolean().nullish(),
  }),
  upgrade: (previous) => ({ ...previous, requireSecondFactor: false, microsoftOnly: false }),
  at: (scope: OrgId) => ({ pk: scope, rk: 'org' }),
});
