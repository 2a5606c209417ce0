import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

import type { LazyTexts } from './serverAreas.ts';
import { lazyTexts, serverAreas } from './serverAreas.ts';

const parserId = '@lingui/message-utils/compileMessage';
const emptyParser = '\0rollcall-no-parser';
const setPrefix = '\0rollcall-texts/';
const isIn = (areas: readonly string[], key: string): boolean => areas.some((area) => key.startsWith(`${area}.`));
const allLazy = Object.values(lazyTexts).flat();

const file = fileURLToPath(new URL('../../bot/src/contracts/text/en.json', import.meta.url));

/** The messages whose key passes, compiled, as a JSON object. */
const compiled = async (passes: (key: string) => boolean): Promise<string> => {
  const raw = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  const kept = Object.entries(raw).filter(([key]) => passes(key));
  return JSON.stringify(Object.fromEntries(kept.map(([key, text]) => [key, compileMessage(text)])));
};

/** In place of ui/lazyTexts.ts: a chunk a set, loaded with the screens that name it. */
const loader = (): string => {
  const sets = Object.keys(lazyTexts).map((name) => `${name}: () => import(${JSON.stringify(setPrefix + name)})`);
  return [
    `import { addTexts } from './words.ts';`,
    `const sets = { ${sets.join(', ')} };`,
    'export const loadTexts = async (set) => { addTexts((await sets[set]()).default); };',
  ].join('\n');
};

/**
 * Compiles the ICU messages while building, so that the browser gets neither the parser (6.5 kB) nor the work, and only the
 * messages it can show. Tests read the raw catalogue and the real parser instead: same functions, same result.
 */
export const catalogue = (): Plugin => ({
  name: 'rollcall-catalogue',
  enforce: 'pre',
  resolveId(id) {
    if (id === parserId) return emptyParser;
    return id.startsWith(setPrefix) ? id : undefined;
  },
  async load(id) {
    if (id === emptyParser) return 'export const compileMessage = (message) => [message];';
    if (id.endsWith('/src/ui/lazyTexts.ts')) return loader();
    if (id.startsWith(setPrefix)) {
      const areas = lazyTexts[id.slice(setPrefix.length) as LazyTexts];
      return `export default ${await compiled((key) => isIn(areas, key))};`;
    }
    if (id !== file) return undefined;
    return compiled((key) => !isIn(serverAreas, key) && !isIn(allLazy, key));
  },
});
