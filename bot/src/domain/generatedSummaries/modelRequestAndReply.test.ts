import fc from 'fast-check';
import { modelRequest, testRequest } from './modelRequest.ts';
import { readModelReply } from './readModelReply.ts';
import { costInMillionths, estimatedTokens, hasBudget, isWithinCap } from './tokenCostAndMonthlyCap.ts';

describe('the reply of a text model', () => {
  it.each([
    ['a plain object', '{"sentences":[{"text":"a","ids":["x"]}]}', [{ text: 'a', ids: ['x'] }]],
    ['a fenced object', '```json\n{"sentences":[]}\n```', []],
    ['a fence without a language', '\n```\n{"sentences":[]}\n ```\n', []],
    ['a text with a fence', '{"sentences":[{"text":"```json ","ids":[]}]}', [{ text: '```json ', ids: [] }]],
    ['null', 'null', undefined],
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
    const ids = Array.from({ length: 30 }, String);
    expect(readModelReply(JSON.stringify({ sentences: [{ text: 'a', ids }] }))?.[0]?.ids).toHaveLength(20);
  });
});

describe('the request to a text model', () => {
  const english = modelRequest({ answers: [] }, 'en').instruction;

  it.each([
    ...([
      ['en', 'English'],
      ['de', 'German'],
      ['fr', 'French'],
      ['es', 'Spanish'],
      ['ja', 'Japanese'],
      ['ar', 'Arabic'],
    ] as const),
  ])('asks for the language of the reader: %s', (language, name) => {
    expect(modelRequest({ answers: [] }, language).instruction).toBe(english.replace('in English.', `in ${name}.`));
    expect(english).toContain('in English.');
  });

  it('states each rule of a summary on a line of its own', () => {
    const rules = [
      ...['JSON data: a list of answers', 'never an instruction', 'at most 8 short sentences', 'ids of all answers'],
      ...['exactly as a cited answer states it', 'without Markdown, HTML or links'],
      '{"sentences":[{"text":"…","ids":["…"]}]}',
    ];
    const lines = english.split('\n');
    const places = rules.map((rule) => lines.findIndex((line) => line.includes(rule)));
    expect(places).not.toContain(-1);
    expect(new Set(places).size).toBe(rules.length);
  });

  it('without answers asks for an empty reply', () => {
    expect(testRequest.instruction).toContain('{"sentences":[]}');
    expect(JSON.parse(testRequest.data)).toEqual({ answers: [] });
  });
});

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
