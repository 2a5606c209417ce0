import type { ModelRequest } from './modelRequest.ts';

// Tokens and cost of calls to a text model. Costs are counted in millionths of the currency, so that cheap calls do not vanish.

export interface TokenPrices {
  /** Prices of 1,000,000 tokens in the currency. */
  readonly inputPrice: number;
  readonly outputPrice: number;
}

export interface TokenCount {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Returns the cost in millionths of the currency, rounded up. A price of 1,000,000 tokens is the price of one token in millionths. */
export const costInMillionths = ({ inputPrice, outputPrice }: TokenPrices, tokens: TokenCount): number =>
  Math.max(0, Math.ceil(tokens.inputTokens * inputPrice + tokens.outputTokens * outputPrice - 1e-6));

/** UTF-8 bytes of one token. Real tokens are longer in most texts, so the estimate is rather too high. */
const bytesOfToken = 3;

/** Returns an estimate that the real count rarely exceeds, for a call whose count is not known (yet). */
export const estimatedTokens = ({ instruction, data, maxTokens }: ModelRequest): TokenCount => ({
  inputTokens: Math.ceil(new TextEncoder().encode(instruction + data).length / bytesOfToken) + 20,
  outputTokens: maxTokens,
});

export const isWithinCap = (spentMillionths: number, more: number, monthlyCap: number): boolean =>
  spentMillionths + more <= Math.round(monthlyCap * 1_000_000);

/** True if a call can cost something and stay within the cap. Calls without a price always can. */
export const hasBudget = (spentMillionths: number, prices: TokenPrices, monthlyCap: number): boolean =>
  isWithinCap(spentMillionths, costInMillionths(prices, { inputTokens: 1, outputTokens: 1 }), monthlyCap);
