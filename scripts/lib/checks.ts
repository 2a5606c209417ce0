import type { Stage } from './stages.ts';

const check = (name: string, script: string): Stage => ({
  name,
  command: ['npm', 'run', '--silent', `check:${script}`],
  isJest: false,
});

/** Lint comes after the types, since it says odd things about code that does not compile, and takes longest of all checks. */
export const typeChecks: readonly Stage[] = [check('types', 'types'), check('lint', 'lint')];

/** Each of these keeps one core busy, as lint does. */
export const plainChecks: readonly Stage[] = [
  check('supply chain', 'supply'),
  check('import rules', 'imports'),
  check('dead code', 'unused'),
  check('citations', 'citations'),
  check('prose', 'prose'),
  check('format', 'format'),
];
