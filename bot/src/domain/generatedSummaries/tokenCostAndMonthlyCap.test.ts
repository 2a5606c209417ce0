import { modelRequest } from './modelRequest.ts';
import { costInMillionths, estimatedTokens, hasBudget, isWithinCap } from './tokenCostAndMonthlyCap.ts';

describe('the cost', () => {
  it('is counted in millionths of the currency and rounded up', () => {
    expect(costInMillionths({ inputPrice: 0.15, outputPrice: 0.6 }, { inputTokens: 1000, outputTokens: 100 })).toBe(
      210,
    );
    expect(costInMillionths({ inputPrice: 0.15, outputPrice: 0 }, { inputTokens: 1, outputTokens: 5 })).toBe(1);
    // 0.07 × 100 is slightly more than 7 in floating-point numbers.
    expect(costInMillionths({ inputPrice: 0.07, outputPrice: 0 }, { inputTokens: 100, outputTokens: 0 })).toBe(7);
    expect(costInMillionths({ inputPrice: 0, outputPrice: 0 }, { inputTokens: 1e6, outputTokens: 1e6 })).toBe(0);
  });

  it('of a request is estimated with its longest reply', () => {
    const request = modelRequest({ answers: [] }, 'en');
    const { inputTokens, outputTokens } = estimatedTokens(request);
    expect(outputTokens).toBe(request.maxTokens);
    expect(inputTokens * 3).toBeGreaterThan(request.instruction.length + request.data.length);
    expect(estimatedTokens({ instruction: 'abc', data: 'déf', maxTokens: 5 })).toEqual({
      ...{ inputTokens: 3 + 20, outputTokens: 5 },
    });
  });

  it('of the cheapest call decides whether a budget is left', () => {
    const prices = { inputPrice: 0.15, outputPrice: 0.6 };
    expect([hasBudget(0, prices, 20), hasBudget(20_000_000, prices, 20), hasBudget(0, prices, 0)]).toEqual([
      ...[true, false, false],
    ]);
    expect(hasBudget(0, { inputPrice: 0, outputPrice: 0 }, 0)).toBe(true);
  });

  it('stays within the cap up to the last millionth', () => {
    expect([isWithinCap(999_000, 1000, 1), isWithinCap(999_001, 1000, 1), isWithinCap(0, 0, 0)]).toEqual([
      ...[true, false, true],
    ]);
    expect([isWithinCap(0, 8_200_000, 8.2), isWithinCap(0, 8_200_001, 8.2)]).toEqual([true, false]);
  });
});
