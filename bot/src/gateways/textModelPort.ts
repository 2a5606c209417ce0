import type { TextModelFaultReason, textModelProviders } from '#contracts/generatedSummaries/textModelSettings.ts';
import type { ModelRequest } from '../domain/generatedSummaries/modelRequest.ts';
import type { TokenCount } from '../domain/generatedSummaries/tokenCostAndMonthlyCap.ts';

// Outbound port to the text model that an organisation names.

export interface TextModelTarget {
  readonly provider: (typeof textModelProviders)[number];
  readonly endpoint: string;
  readonly model: string;
  readonly apiVersion: string;
  /** The API key; undefined for a model of the operator that needs none. */
  readonly key: string | undefined;
}

export interface ModelReply {
  /** Text of the model. It is untrusted, because answers of people may contain instructions to the model. */
  readonly content: string;
  /** Tokens that the model reported; undefined if the report is missing or cannot be true. */
  readonly tokens: TokenCount | undefined;
}

/**
 * Thrown for every failed call. `attempts`: number of requests that were sent; the provider may have charged for the
 * last request.
 */
export class TextModelFault extends Error {
  readonly reason: TextModelFaultReason;
  readonly attempts: number;
  constructor(reason: TextModelFaultReason, attempts: number) {
    super(`The text model failed: ${reason}`);
    this.name = 'TextModelFault';
    this.reason = reason;
    this.attempts = attempts;
  }
}

export interface TextModel {
  /** True if this installation may call the endpoint. The IP addresses of its host are checked at each call. */
  readonly isAllowed: (endpoint: string) => boolean;
  /** False for a host of the operator, whose models may work without a key. */
  readonly needsKey: (endpoint: string) => boolean;
  /** Sends the request, and repeats it after temporary faults. Throws TextModelFault. */
  readonly complete: (
    target: TextModelTarget,
    request: ModelRequest,
  ) => Promise<ModelReply & { readonly attempts: number }>;
}
