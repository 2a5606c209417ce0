import type { Stage } from './stages.ts';

const check = (name: string, script: string): Stage => ({
  name,
  command: ['npm', 'run', '--silent', `check:${script}`],
  isJest: false,
});

/**
 * Lint runs after the type check, because its findings are misleading in code that does not compile. It also takes
 * longest.
 */
export const typeChecks: readonly Stage[] = [check('types', 'types'), check('lint', 'lint')];

/** Checks that can run side by side, because each uses only one core, as lint does. */
export const plainChecks: readonly Stage[] = [
  check('supply chain', 'supply'),
  check('import rules', 'imports'),
  check('dead code', 'unused'),
  check('citations', 'citations'),
  check('prose', 'prose'),
  check('format', 'format'),
];
