import type { Stage } from './runStages.ts';

const check = (name: string, script: string, options: readonly string[] = []): Stage => ({
  name,
  command: ['npm', 'run', '--silent', `check:${script}`, ...(options.length === 0 ? [] : ['--', ...options])],
  isJest: false,
});

/**
 * The native compiler, and the linter that contains it, use one core, because another stage runs at the same time.
 * Several threads would each compute the types that files share. Garbage is collected only near the limit of memory.
 */
const onOneCore = (stage: Stage): Stage => ({
  ...stage,
  env: { GOMAXPROCS: '1', GOGC: 'off', GOMEMLIMIT: '3GiB' },
});

/** Lint runs after the type check, because its findings are misleading in code that does not compile. */
export const typeChecks: readonly Stage[] = [
  onOneCore(check('types', 'types', ['--checkers', '1'])),
  onOneCore(check('lint', 'lint')),
];

/** Checks that can run side by side, because each uses only one core. */
export const plainChecks: readonly Stage[] = [
  check('supply chain', 'supply'),
  check('import rules', 'imports'),
  check('dead code', 'unused'),
  check('citations', 'citations'),
  check('prose', 'prose'),
  check('format', 'format'),
];
