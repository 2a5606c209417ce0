import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const themeFile = /[\\/]@fluentui[\\/]tokens[\\/]lib[\\/]themes[\\/]\w+[\\/]\w+Theme\.js$/;
const tokenUse = /(?<![\w$./])tokens\.((?:color|font|line|border|spacing|stroke|shadow|duration|curve|zIndex)\w+)/g;

/**
 * Isolates the values in a compiled message of a right-to-left language. Without it, a question mark or bracket after a
 * Latin name would move to the other side of the name.
 */
export const leanFluent = (): Plugin => ({
  name: 'rollcall-lean-fluent',
  enforce: 'pre',
  async load(id) {
    if (!themeFile.test(id)) return undefined;
    const themes = (await import(pathToFileURL(id).href)) as Readonly<Record<string, unknown>>;
    return Object.entries(themes)
      .map(([name, theme]) => `export const ${name} = ${JSON.stringify(theme)};`)
      .join('\n');
  },
  transform(code, id) {
    if (!id.includes('@fluentui') || !code.includes('tokens.')) return undefined;
    return { code: code.replaceAll(tokenUse, (_, name: string) => `'var(--${name})'`), map: null };
  },
});
