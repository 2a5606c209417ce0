import type { ModelRequest } from './modelRequest.ts';

// Tokens and cost of calls to a text model. Costs are counted in millionths of the currency, so that cheap calls do not
// vanish.

export interface TokenPrices {
  /** Prices of 1,000,000 tokens in the currency. */
  readonly inputPrice: number;
  readonly outputPrice: number;
}

export interface TokenCount {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * Returns the cost in millionths of the currency, rounded up. The price of 1,000,000 tokens in the currency equals the
 * price of one token in millionths of the currency.
 */
export const costInMillionths = ({ inputPrice, outputPrice }: TokenPrices, tokens: TokenCount): number =>
  Math.max(0, Math.ceil(tokens.inputTokens * inputPrice + tokens.outputTokens * outputPrice - 1e-6));

/**
 * UTF-8 bytes that the estimate counts as one token. In most texts a token has more bytes, so the estimate is usually
 * too high.
 */
const bytesOfToken = 3;

/** Returns an estimate for a call whose token count is not known. The real count rarely exceeds it. */
export const estimatedTokens = ({ instruction, data, maxTokens }: ModelRequest): TokenCount => ({
  inputTokens: Math.ceil(new TextEncoder().encode(instruction + data).length / bytesOfToken) + 20,
  outputTokens: maxTokens,
});

export const isWithinCap = (spentMillionths: number, more: number, monthlyCap: number): boolean =>
  spentMillionths + more <= Math.round(monthlyCap * 1_000_000);

/** True if the rest of the monthly cap covers at least the smallest call: one input token and one output token. */
export const hasBudget = (spentMillionths: number, prices: TokenPrices, monthlyCap: number): boolean =>
  isWithinCap(spentMillionths, costInMillionths(prices, { inputTokens: 1, outputTokens: 1 }), monthlyCap);
