import type { WebKey } from '../../ui/text/translate.ts';

/** Effect of a shortcut: it opens a page, the command palette, or the list of keyboard shortcuts (`help`). */
export type ShortcutEffect =
  | { readonly is: 'page'; readonly path: string }
  | { readonly is: 'palette' }
  | { readonly is: 'help' };

export interface Shortcut {
  readonly key: string;
  readonly labelKey: WebKey;
  readonly effect: ShortcutEffect;
}

const page = (key: string, path: string, labelKey: WebKey): Shortcut => ({
  key,
  labelKey,
  effect: { is: 'page', path },
});

export const shortcuts: readonly Shortcut[] = [
  { key: '?', labelKey: 'shortcuts.help', effect: { is: 'help' } },
  { key: '/', labelKey: 'shortcuts.palette', effect: { is: 'palette' } },
  page('s', '/search', 'shortcuts.search'),
  page('d', '/', 'nav.dashboard'),
  page('r', '/reports', 'nav.reports'),
  page('b', '/blockers', 'nav.blockers'),
  page('t', '/timesheet', 'nav.timesheet'),
  page('c', '/reports/create', 'nav.create'),
];

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'repeat'>;

/**
 * Returns the character of a key press in lower case; empty for other keys. On a keyboard without Latin letters,
 * returns the Latin letter of the key at this position.
 */
const characterOf = ({ key, code }: KeyPress): string => {
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase();
  return key.length === 1 && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : '';
};

export const opensPalette = (press: KeyPress): boolean =>
  (press.ctrlKey || press.metaKey) && !press.altKey && !press.isComposing && characterOf(press) === 'k';

/** Returns the shortcut of a key pressed without Ctrl, Alt or the command key; undefined = none. */
export const shortcutOf = (press: KeyPress): Shortcut | undefined => {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing || press.repeat) return undefined;
  const letter = characterOf(press);
  return shortcuts.find(({ key }) => key === letter);
};

const fields =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="combobox"], [role="textbox"]';
const busy = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/**
 * True if the key press belongs to a field, a dialog, a menu or a list, which react to keys of their own, or if a modal
 * dialog is open. A shortcut must then have no effect.
 */
export const isTaken = (target: EventTarget | null, page: ParentNode): boolean =>
  (target instanceof Element && target.closest(`${fields}, ${busy}`) !== null) ||
  page.querySelector('[aria-modal="true"]') !== null;
