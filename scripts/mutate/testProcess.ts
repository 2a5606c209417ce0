import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import vm from 'node:vm';
import { expect } from 'expect';
import * as circus from 'jest-circus';
import { ModuleMocker } from 'jest-mock';
import type { TestOrder, TestOutcome } from './testProcessMessages.ts';

// Evaluates bundled tests repeatedly, each time with another active change. The process answers each request of its
// parent with the outcome and ends when the parent ends.

/** The global object through which the instrumented sources read the active change and count executions. */
interface Switch {
  activeMutant?: string;
  currentTestId?: string;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: Coverage;
}
interface Coverage {
  static: Record<string, number>;
  perTest: Record<string, Record<string, number>>;
}

type Block = ReturnType<typeof circus.getState>['rootDescribeBlock'];
type Test = Extract<Block['children'][number], { type: 'test' }>;

/** Tests that limit processor time are skipped, because instrumented sources are slower. */
const timed = /within \d+ ms/;

const requireHere = createRequire(import.meta.url);
const mocker = new ModuleMocker(globalThis);

const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  mocked: <T>(source: T): T => source,
  restoreAllMocks: () => {
    mocker.restoreAllMocks();
  },
  setTimeout: () => undefined,
};

const testsUnder = (block: Block): readonly Test[] =>
  block.children.flatMap((child) => (child.type === 'test' ? [child] : testsUnder(child)));

const scripts = new Map<string, vm.Script>();
const scriptOf = (file: string): vm.Script => {
  const cached = scripts.get(file);
  if (cached !== undefined) return cached;
  const source = `(function (require, module, exports) {${readFileSync(file, 'utf8')}\n})`;
  const script = new vm.Script(source, { filename: file });
  scripts.set(file, script);
  return script;
};

interface Running {
  readonly chosen: ReadonlySet<string> | null;
  readonly place: number;
  readonly failures: string[];
  readonly durations: Record<string, number>;
  readonly isStopping: boolean;
}

const namespace: Switch = {};
const names = new Map<Test, string>();
let running: Running | undefined;

const messageOf = (error: unknown): string => {
  const inner: unknown = Array.isArray(error) ? error[0] : error;
  return inner instanceof Error ? (inner.stack ?? inner.message) : String(inner);
};

const skipRest = (): void => {
  for (const test of names.keys()) if (test.status !== 'done') test.mode = 'skip';
};

const handle = (event: circus.Event): void => {
  if (running === undefined) return;
  if (event.name === 'run_start') {
    for (const [index, test] of testsUnder(circus.getState().rootDescribeBlock).entries()) {
      const name = `${running.place}:${index}`;
      names.set(test, name);
      if (timed.test(test.name) || running.chosen?.has(name) === false) test.mode = 'skip';
    }
  } else if (event.name === 'test_start') {
    const name = names.get(event.test);
    if (name !== undefined) namespace.currentTestId = name;
  } else if (event.name === 'test_done') {
    delete namespace.currentTestId;
    running.durations[names.get(event.test) ?? ''] = event.test.duration ?? 0;
    if (event.test.errors.length > 0) {
      running.failures.push(`${event.test.name}: ${event.test.errors.map(messageOf).join('; ')}`);
      if (running.isStopping) skipRest();
    }
  }
};

const runFile = async (file: string, now: Running): Promise<void> => {
  circus.resetState();
  circus.addEventHandler(handle);
  names.clear();
  running = now;
  try {
    const load = scriptOf(file).runInThisContext() as (
      required: NodeJS.Require,
      module: { exports: unknown },
      exports: unknown,
    ) => void;
    const loaded = { exports: {} };
    load(requireHere, loaded, loaded.exports);
    circus.getState().testTimeout = 60_000;
    const { unhandledErrors } = await circus.run();
    now.failures.push(...unhandledErrors);
  } catch (error) {
    now.failures.push(messageOf(error));
  }
  running = undefined;
  delete namespace.currentTestId;
  mocker.restoreAllMocks();
};

const runOrder = async ({ bundles, mutant, tests, hitLimit }: TestOrder): Promise<TestOutcome> => {
  const coverage: Coverage = { static: {}, perTest: {} };
  const counted: Coverage[] = [];
  const failures: string[] = [];
  const durations: Record<string, number> = {};
  for (const [place, file] of bundles.entries()) {
    if (file === null || (mutant !== null && failures.length > 0)) continue;
    namespace.mutantCoverage = { static: {}, perTest: {} };
    counted[place] = namespace.mutantCoverage;
    delete namespace.activeMutant;
    delete namespace.hitLimit;
    delete namespace.hitCount;
    if (mutant !== null) Object.assign(namespace, { activeMutant: mutant, hitCount: 0, hitLimit });
    const chosen = tests === null ? null : new Set(tests);
    await runFile(file, { chosen, place, failures, durations, isStopping: mutant !== null });
    Object.assign(coverage.perTest, counted[place].perTest);
    for (const [id, hits] of Object.entries(counted[place].static)) {
      const name = `${place}:*`;
      (coverage.perTest[name] ??= {})[id] = hits;
    }
  }
  return { failures, coverage: mutant === null ? coverage.perTest : {}, durations };
};

Object.assign(globalThis, {
  ...{ describe: circus.describe, it: circus.it, test: circus.test, expect, jest, __stryker__: namespace },
  ...{ beforeAll: circus.beforeAll, beforeEach: circus.beforeEach },
  ...{ afterAll: circus.afterAll, afterEach: circus.afterEach },
});

process.on('message', (order: TestOrder) => {
  void runOrder(order).then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit(0));
