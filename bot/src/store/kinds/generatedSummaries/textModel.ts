import { z } from 'zod';
import { instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { textModelProviders } from '#contracts/generatedSummaries/textModelSettings.ts';
import { kind } from '../../recordKindsAndAccess.ts';

/** The text model of an organisation, as its admins saved it. */
export const textModel = kind({
  name: 'textModel',
  table: 'Org',
  version: 1,
  schema: z.object({
    isOn: z.boolean(),
    provider: z.enum(textModelProviders),
    endpoint: z.string(),
    model: z.string(),
    apiVersion: z.string(),
    /**
     * The API key of the model, encrypted for this organisation and the host of the endpoint; null if no key was
     * entered.
     */
    sealedKey: z.string().nullable(),
    inputPrice: z.number(),
    outputPrice: z.number(),
    currency: z.string(),
    monthlyCap: z.number(),
    usesInitials: z.boolean(),
  }),
  at: (scope: OrgId) => ({ pk: scope, rk: 'model' }),
});

/** Calls of a month, and the failures after which calls pause. The row contains no text of answers and no names. */
export const textModelMonth = kind({
  name: 'textModelMonth',
  table: 'Org',
  version: 1,
  schema: z.object({
    calls: z.int(),
    failures: z.int(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    /** Cost in millionths of the currency. */
    cost: z.int(),
    kept: z.int(),
    dropped: z.int(),
    fallbacks: z.int(),
    failuresInRow: z.int(),
    pausedUntil: instant.nullable(),
  }),
  at: (scope: OrgId, key: { month: string }) => ({ pk: scope, rk: `modelUse|${key.month}` }),
});
