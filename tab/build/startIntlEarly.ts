import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const source = fileURLToPath(new URL('../src/app/runtime/startIntl.ts', import.meta.url));

/**
 * Builds startIntl.ts as a file of its own and adds it to the page. Vite itself joins all scripts of a page into one,
 * which runs only after its last file has arrived.
 */
export const startIntlEarly = (): Plugin => ({
  name: 'rollcall-start-intl-early',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: source });
  },
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const chunk = Object.values(bundle ?? {}).find(
        (output) => output.type === 'chunk' && output.facadeModuleId === source,
      );
      if (chunk === undefined) throw new Error('The build has no file for startIntl.ts.');
      return [
        {
          tag: 'script',
          attrs: { type: 'module', async: true, crossorigin: true, src: `/${chunk.fileName}` },
          injectTo: 'head-prepend',
        },
      ];
    },
  },
});
