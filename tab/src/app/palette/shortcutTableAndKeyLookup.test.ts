import { opensPalette, shortcutOf } from './shortcutTableAndKeyLookup.ts';

describe('a press', () => {
  const press = (more: Partial<KeyboardEvent>): KeyboardEvent =>
    ({
      key: '',
      code: '',
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      isComposing: false,
      repeat: false,
      ...more,
    }) as KeyboardEvent;

  it.each([
    ['a letter', { key: 'b' }, '/blockers'],
    ['a capital letter', { key: 'B' }, '/blockers'],
    ['the place of a letter on an Arabic keyboard', { key: 'لا', code: 'KeyB' }, undefined],
    ['one letter of an Arabic keyboard', { key: 'ي', code: 'KeyD' }, '/'],
    ['a letter with Ctrl', { key: 'b', ctrlKey: true }, undefined],
    ['a letter with Alt', { key: 'b', altKey: true }, undefined],
    ['a repeated letter', { key: 'b', repeat: true }, undefined],
    ['a letter of an input method', { key: 'b', isComposing: true }, undefined],
    ['the Tab key', { key: 'Tab', code: 'Tab' }, undefined],
  ])('of %s', (_what, more, path) => {
    const effect = shortcutOf(press(more))?.effect;
    expect(effect?.is === 'page' ? effect.path : undefined).toBe(path);
  });

  it('of Ctrl+K or of the command key and K opens the palette', () => {
    expect(opensPalette(press({ key: 'k', ctrlKey: true }))).toBe(true);
    expect(opensPalette(press({ key: 'K', metaKey: true }))).toBe(true);
    expect(opensPalette(press({ key: 'k' }))).toBe(false);
    expect(opensPalette(press({ key: 'k', ctrlKey: true, altKey: true }))).toBe(false);
  });
});
