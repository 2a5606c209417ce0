import fc from 'fast-check';
import { modelRequest, testRequest } from './modelRequest.ts';
import { readModelReply } from './readModelReply.ts';

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
