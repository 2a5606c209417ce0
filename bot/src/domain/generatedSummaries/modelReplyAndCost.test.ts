import fc from 'fast-check';
import { modelRequest } from './modelRequest.ts';
import { readModelReply } from './readModelReply.ts';
import { costInMillionths, estimatedTokens, hasBudget, isWithinCap } from './tokenCost.ts';

describe('the reply of a text model', () => {
  it.each([
    ['a plain object', '{"sentences":[{"text":"a","ids":["x"]}]}', [{ text: 'a', ids: ['x'] }]],
    ['a fenced object', '```json\n{"sentences":[]}\n```', []],
    [
      'wrong fields',
      '{"sentences":[{"text":1,"ids":"x"},null,"t",{"ids":[1,"y"]}]}',
      [
        ...[
          { text: '', ids: [] },
          { text: '', ids: [] },
          { text: '', ids: [] },
        ],
        { text: '', ids: ['y'] },
      ],
    ],
    ['no list', '{"sentences":{}}', undefined],
    ['a list alone', '[]', undefined],
    ['prose', 'Ann fixed the login.', undefined],
    ['nothing', '', undefined],
  ])('is read from %s', (_, content, expected) => {
    expect(readModelReply(content)).toEqual(expected);
  });

  it('never fails and is never long', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((sentences) => JSON.stringify({ sentences })),
        ),
        (text) => {
          expect((readModelReply(text) ?? []).length).toBeLessThanOrEqual(60);
        },
      ),
    );
    const many = JSON.stringify({ sentences: Array.from({ length: 1000 }, () => ({ text: 'a', ids: [] })) });
    expect(readModelReply(many)).toHaveLength(60);
  });
});

describe('the cost', () => {
  it('is counted in millionths of the currency and rounded up', () => {
    expect(costInMillionths({ inputPrice: 0.15, outputPrice: 0.6 }, { inputTokens: 1000, outputTokens: 100 })).toBe(
      210,
    );
    expect(costInMillionths({ inputPrice: 0.15, outputPrice: 0 }, { inputTokens: 1, outputTokens: 5 })).toBe(1);
    expect(costInMillionths({ inputPrice: 0, outputPrice: 0 }, { inputTokens: 1e6, outputTokens: 1e6 })).toBe(0);
  });

  it('of a request is estimated with its longest reply', () => {
    const request = modelRequest({ answers: [] }, 'en');
    const { inputTokens, outputTokens } = estimatedTokens(request);
    expect(outputTokens).toBe(request.maxTokens);
    expect(inputTokens * 3).toBeGreaterThan(request.instruction.length + request.data.length);
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
  });
});
