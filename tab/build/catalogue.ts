import { readFile } from 'node:fs/promises';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { serverAreas } from './serverAreas.ts';

const parserId = '@lingui/message-utils/compileMessage';
const emptyParser = '\0rollcall-no-parser';
const isForTheWeb = (key: string): boolean => !serverAreas.some((area) => key.startsWith(`${area}.`));

/**
 * Compiles the ICU messages while building, so that the browser gets neither the parser (6.5 kB) nor the work, and only the
 * messages it can show. Tests read the raw catalogue and the real parser instead: same functions, same result.
 */
export const catalogue = (): Plugin => ({
  name: 'rollcall-catalogue',
  enforce: 'pre',
  resolveId: (id) => (id === parserId ? emptyParser : undefined),
  async load(id) {
    if (id === emptyParser) return 'export const compileMessage = (message) => [message];';
    if (!id.endsWith('/contracts/text/en.json')) return undefined;
    const raw = JSON.parse(await readFile(id, 'utf8')) as Record<string, string>;
    const compiled = Object.entries(raw)
      .filter(([key]) => isForTheWeb(key))
      .map(([key, text]) => [key, compileMessage(text)] as const);
    return JSON.stringify(Object.fromEntries(compiled));
  },
});
