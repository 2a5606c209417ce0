import { text } from './textAndEmailSchemas.ts';

describe('text', () => {
  it('normalises, trims and counts code points', () => {
    expect(text({ max: 1 }).parse(' e\u0301 ')).toBe('é');
    expect(text({ max: 2 }).parse('😀😀')).toBe('😀😀');
    expect(text({ max: 1 }).safeParse('😀😀').success).toBe(false);
  });

  it('keeps line breaks only in multi-line fields', () => {
    expect(text({ max: 9, multiLine: true }).parse('a\r\nb')).toBe('a\nb');
    expect(text({ max: 9 }).safeParse('a\nb').success).toBe(false);
  });
});
