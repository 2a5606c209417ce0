import { z } from 'zod';
import { currency } from '../billing/billingMonthAndSummaryCalls.ts';
import { endpoint } from '../core/endpoint.ts';
import { instant, orgId } from '../core/idDateAndZoneSchemas.ts';
import { limits } from '../core/limitsAndProductConstants.ts';
import { text } from '../core/textAndEmailSchemas.ts';

// Settings of the text model that writes summaries. An organisation has none until an admin saves them.

/**
 * Providers of a text model. OPENAI: a server that offers the chat-completions interface of OpenAI. AZURE: a deployment
 * of Azure OpenAI.
 */
export const textModelProviders = ['OPENAI', 'AZURE'] as const;

/** Reasons why a call to the text model failed. */
export const textModelFaults = [
  'ADDRESS',
  'KEY',
  'REFUSED',
  'THROTTLED',
  'TIMEOUT',
  'UNAVAILABLE',
  'UNUSABLE',
] as const;
export type TextModelFaultReason = (typeof textModelFaults)[number];

/**
 * Sources of the key for the text model. STORED: an admin entered the key. OPERATOR: the key is in the settings of the
 * installation. NONE: there is no usable key.
 */
export const textModelKeySources = ['STORED', 'OPERATOR', 'NONE'] as const;

/** Calls, tokens and cost of one month in UTC. The cost is computed with the stored prices. */
export const textModelUsage = z.object({
  month: z.string(),
  calls: z.int(),
  failures: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  cost: z.number(),
  /** Numbers of sentences of the text model that the checks kept and dropped. */
  kept: z.int(),
  dropped: z.int(),
  /** Number of summaries that were replaced by a summary by rules, because the checks kept too few sentences. */
  fallbacks: z.int(),
});

const stored = {
  isOn: z.boolean(),
  provider: z.enum(textModelProviders),
  endpoint: z.string(),
  /** Name of the model, or of the deployment for Azure. */
  model: z.string(),
  apiVersion: z.string(),
  /** Price of 1,000,000 input tokens and of 1,000,000 output tokens, in `currency`. */
  inputPrice: z.number(),
  outputPrice: z.number(),
  currency: z.string(),
  monthlyCap: z.number(),
  usesInitials: z.boolean(),
};

/** Version of the settings that a client has read. Empty until an admin saves the settings. */
const version = z.string().max(64, 'invalid.text');

export const textModelSettings = z.object({
  /** The stored settings; null until an admin saves them. */
  settings: z.object(stored).nullable(),
  version,
  key: z.enum(textModelKeySources),
  usage: textModelUsage,
  /** End of the pause after repeated failures; left out if the model is not paused. */
  pausedUntil: instant.optional(),
});
export type TextModelSettings = z.output<typeof textModelSettings>;

/**
 * Id of an organisation; left out = the caller's own organisation. Only a superadmin may send the id of another
 * organisation; every other caller gets NOT_FOUND for it.
 */
const orgConcerned = orgId.optional();

const flag = z.boolean('invalid.flag');
const amount = (max: number) => z.number('invalid.number').min(0, 'invalid.number').max(max, 'invalid.number');

export const getTextModel = endpoint({
  method: 'GET',
  path: '/api/org/textmodel',
  access: 'org.manage',
  input: z.object({ orgId: orgConcerned }),
  output: textModelSettings,
});

/** Stores the settings and the key, and returns the stored settings. */
export const saveTextModel = endpoint({
  method: 'POST',
  path: '/api/org/textmodel',
  access: 'org.manage',
  input: z
    .object({
      isOn: flag,
      provider: z.enum(textModelProviders, 'invalid.choice'),
      endpoint: text({ max: limits.textModelUrlLength, required: 'textModel.endpointMissing' }),
      model: text({ max: limits.nameLength, required: 'textModel.modelMissing' }),
      apiVersion: text({ max: limits.textModelVersionLength }).default(''),
      /**
       * Empty = the server removes the stored key. Left out = the stored key stays, unless the endpoint gets another
       * host: the server then removes the key, so that the new host never receives it.
       */
      key: text({ max: limits.textModelKeyLength }).optional(),
      inputPrice: amount(limits.textModelPrice),
      outputPrice: amount(limits.textModelPrice),
      currency,
      monthlyCap: amount(limits.textModelCap),
      usesInitials: flag.default(true),
      /**
       * The version that the caller has read; left out = the server does not compare versions. If settings or key have
       * changed since then, the server refuses the call with ORG_CHANGED (`data`: `textModelConflict`), unless the
       * stored settings and key already equal those of the call.
       */
      version: version.optional(),
      orgId: orgConcerned,
    })
    .refine(({ provider, apiVersion }) => provider !== 'AZURE' || /^\d{4}-\d\d-\d\d[\w-]*$/.test(apiVersion), {
      error: 'textModel.apiVersionMissing',
      path: ['apiVersion'],
    }),
  output: textModelSettings,
});

/** `data` of ORG_CHANGED: the settings as they are stored now. */
export const textModelConflict = z.object({ textModel: textModelSettings });

/** Sends one short request to the text model with the stored settings. The request contains no answers. */
export const testTextModel = endpoint({
  method: 'POST',
  path: '/api/org/textmodel/test',
  access: 'org.manage',
  input: z.object({ orgId: orgConcerned }),
  output: z.object({
    /** Reason why the request failed; null if the text model replied. */
    fault: z.enum([...textModelFaults, 'CAP']).nullable(),
    usage: textModelUsage,
  }),
});
