import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const themeFile = /[\\/]@fluentui[\\/]tokens[\\/]lib[\\/]themes[\\/]\w+[\\/]\w+Theme\.js$/;
const tokenUse = /(?<![\w$./])tokens\.((?:color|font|line|border|spacing|stroke|shadow|duration|curve|zIndex)\w+)/g;

/**
 * Precomputes values that Fluent UI would compute in every browser: its themes, which need large colour tables, and its
 * tokens (`tokens.name` is always `var(--name)`). This saves 7 kB of code.
 */
export const precomputeFluentThemesAndTokens = (): Plugin => ({
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
