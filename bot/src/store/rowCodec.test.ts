import fc from 'fast-check';
import { z } from 'zod';
import { decode, encode, rawFields } from './rowCodec.ts';
import type { Format } from './rowCodec.ts';

const schema = z.object({
  name: z.string(),
  count: z.int(),
  isOn: z.boolean(),
  note: z.string().nullable(),
  list: z.array(z.object({ id: z.string() })),
});
const current: Format<typeof schema> = {
  name: 'sample',
  version: 2,
  schema,
  upgrade: (old) => ({ ...old, name: old['title'], isOn: old['isOn'] ?? true }),
};
const record = { name: 'a', count: 3, isOn: false, note: null, list: [{ id: 'x' }] };

describe('the row codec', () => {
  it('writes fields as properties with the format version, null left out', () => {
    expect(encode(current, record)).toEqual({ v: 2, name: 'a', count: 3, isOn: false, j_list: '[{"id":"x"}]' });
  });

  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(
        fc.record({
          name: fc.string({ unit: 'grapheme', maxLength: 50 }),
          count: fc.integer(),
          isOn: fc.boolean(),
          note: fc.option(fc.string({ unit: 'grapheme' })),
          list: fc.array(fc.record({ id: fc.string({ unit: 'grapheme' }) })),
        }),
        (value) => {
          expect(decode(current, encode(current, value))).toEqual(value);
        },
      ),
    );
  });

  it('splits long texts without cutting a pair of surrogates', () => {
    const long = `${'x'.repeat(29_999)}😀${'y'.repeat(70_000)}`;
    const values = encode(current, { ...record, name: long, list: [{ id: long }] });
    expect(Object.keys(values)).toEqual(
      expect.arrayContaining(['name', 'name__1', 'name__2', 'name__3', 'j_list', 'j_list__3']),
    );
    for (const part of Object.values(values)) expect(String(part).isWellFormed()).toBe(true);
    expect(decode(current, values)).toMatchObject({ name: long, list: [{ id: long }] });
  });

  it('reads the previous format through its upgrade and refuses any other', () => {
    expect(decode(current, { v: 1, title: 'old', count: 1, j_list: '[]' })).toEqual({
      name: 'old',
      count: 1,
      isOn: true,
      note: null,
      list: [],
    });
    expect(() => decode(current, { ...encode(current, record), v: 3 })).toThrow('format 3');
    expect(() => decode(current, { ...encode(current, record), v: 0 })).toThrow('format 0');
  });

  it('rejects a row that does not match its format', () => {
    expect(() => decode(current, { v: 2, name: 'a' })).toThrow(z.ZodError);
    expect(rawFields({ v: 1, name__1: 'b', name: 'a' })).toEqual({ name: 'ab' });
  });
});
