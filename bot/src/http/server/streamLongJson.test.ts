import fc from 'fast-check';
import { isLongJson, partsOf } from './serializeLongJsonInSlices.ts';

const written = (value: unknown): { readonly text: string; readonly steps: number } => {
  const parts: Buffer[] = [];
  const steps = [...partsOf(value, parts)].length;
  return { text: Buffer.concat(parts).toString(), steps };
};

it('writes every value as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 9 }), (value) => {
      expect(written(value).text).toBe(JSON.stringify(value));
    }),
  );
});

it('leaves out the same values as JSON.stringify, and writes dates and gaps like it', () => {
  const value = {
    a: undefined,
    b: [undefined, () => 1, new Date(0)],
    c: { d: undefined },
    e: [{ f: undefined, g: [1] }],
    f: [1].map,
    g: { h: Symbol('none'), i: [2] },
  };
  expect(written({ ...value, b: [undefined, new Date(0)] }).text).toBe(
    JSON.stringify({ ...value, b: [undefined, new Date(0)] }),
  );
  expect(written([]).text).toBe('[]');
  expect(written({ h: [] }).text).toBe('{"h":[]}');
});

it('writes a long answer in many steps', () => {
  const members = Array.from({ length: 1000 }, (_, index) => ({ name: `Member ${index}`, answers: ['x'.repeat(500)] }));
  const data = { date: '2026-11-23', reports: [{ members }] };
  expect(isLongJson(data)).toBe(true);
  const envelope = { status: 'Success', data, code: 200 };
  const { text, steps } = written(envelope);
  expect(text).toBe(JSON.stringify(envelope));
  expect(steps).toBeGreaterThan(10);
});

it.each([[{ name: 'Short', list: [1, 2, 3] }], [null], ['text'.repeat(1000)], [[]]])('counts %j as short', (value) => {
  expect(isLongJson(value)).toBe(false);
});
