import { existsSync } from 'node:fs';
import { measureDistances, readDependants } from '../../scripts/changed/importGraph.ts';
import { chooseTestsNearChange, isQuickTest, slowTests } from '../../scripts/changed/chooseTestsNearChange.ts';
import type { ChangedTests } from '../../scripts/changed/chooseTestsNearChange.ts';

const sources: Readonly<Record<string, string>> = {
  'bot/src/contracts/goal.ts': 'export const goal = 1;',
  'bot/src/domain/answers/goals.ts': "import { goal } from '#contracts/goal.ts';",
  'bot/src/domain/answers/goals.test.ts': "import { due } from './goals.ts';",
  'bot/src/services/goalCards.ts': "import { due } from '../domain/answers/goals.ts';",
  'bot/src/services/members.ts': "import type { Goal } from '../domain/answers/goals.ts';",
  'bot/src/services/members.test.ts': "import { list } from './members.ts';",
  'bot/src/http/routes.ts': "import { card } from '../services/goalCards.ts';",
  'bot/src/main.ts': "const { routes } = await import('./http/routes.ts');",
  'tests/support/testApp.ts': "import {\n  start,\n} from '../../bot/src/main.ts';",
  'tests/api/goals.test.ts': "import { app } from '../support/testApp.ts';",
  'tests/api/members.test.ts': "import { app } from '../support/testApp.ts';",
  'tests/e2e/goals.test.ts': "import { app } from '../support/testApp.ts';",
  'tests/bot/files.test.ts': "read('infra/alerts.json');",
  'infra/alerts.json': '{}',
};
const files = Object.keys(sources);
const texts = Object.entries(sources).map(([path, text]) => ({ path, text }));
const dependants = readDependants(texts, new Set(files));

const choose = (changed: readonly string[], seconds = 60, named: readonly string[] = []): ChangedTests =>
  chooseTestsNearChange({ changed, files, dependants, named: new Set(named), seconds });

describe('the graph of imports', () => {
  it('counts the imports between a changed file and a test', () => {
    const distances = measureDistances(['bot/src/domain/answers/goals.ts'], dependants);
    expect(distances.get('bot/src/domain/answers/goals.test.ts')).toBe(1);
    expect(distances.get('bot/src/services/goalCards.ts')).toBe(1);
    expect(distances.get('tests/api/goals.test.ts')).toBe(5);
  });

  it.each([
    ['an alias', 'bot/src/contracts/goal.ts', 'bot/src/domain/answers/goals.ts'],
    ['a late import', 'bot/src/http/routes.ts', 'bot/src/main.ts'],
    ['an import of several lines', 'bot/src/main.ts', 'tests/support/testApp.ts'],
    ['a path that a test reads', 'infra/alerts.json', 'tests/bot/files.test.ts'],
  ])('follows %s', (_name, dependency, dependant) => {
    expect(dependants.get(dependency)).toContain(dependant);
  });

  it('leaves out imports of types, which the compiler checks', () => {
    expect(dependants.get('bot/src/domain/answers/goals.ts')).not.toContain('bot/src/services/members.ts');
  });
});

describe('the tests near a change', () => {
  it('are those of the same feature, not every test that starts the server', () => {
    expect(choose(['bot/src/services/goalCards.ts'])).toEqual({
      chosen: ['tests/api/goals.test.ts'],
      left: [],
      tooLong: [],
      reaching: 2,
    });
  });

  it('begin with those that import the file or share the most of its name', () => {
    expect(choose(['bot/src/domain/answers/goals.ts']).chosen).toEqual([
      'bot/src/domain/answers/goals.test.ts',
      'tests/api/goals.test.ts',
    ]);
  });

  it('include a test by the path of a file that it reads', () => {
    expect(choose(['infra/alerts.json']).chosen).toEqual(['tests/bot/files.test.ts']);
  });

  it('include a changed test first, and a named one before the others', () => {
    const changed = ['bot/src/domain/answers/goals.ts', 'tests/api/members.test.ts'];
    expect(choose(changed, 60, ['bot/src/services/members.test.ts']).chosen).toEqual([
      'tests/api/members.test.ts',
      'bot/src/services/members.test.ts',
      'bot/src/domain/answers/goals.test.ts',
      'tests/api/goals.test.ts',
    ]);
  });

  it('end at the time, but one test always runs', () => {
    const { chosen, left } = choose(['bot/src/domain/answers/goals.ts'], 4);
    expect([chosen, left]).toEqual([['bot/src/domain/answers/goals.test.ts'], ['tests/api/goals.test.ts']]);
    expect(choose(['bot/src/domain/answers/goals.ts'], 0).chosen).toEqual(['bot/src/domain/answers/goals.test.ts']);
  });

  describe('that take longer than half of the time', () => {
    const slow = 'tests/api/http/permissionsOfEveryRoute.test.ts';
    const other = 'tests/api/members.test.ts';
    const chooseNear = (seconds: number): ChangedTests =>
      chooseTestsNearChange({
        ...{ changed: [other, slow], files: [...files, slow], dependants },
        ...{ named: new Set<string>(), seconds },
      });

    it('are reported instead of run, even if they were changed', () => {
      expect(chooseNear(60)).toMatchObject({ chosen: [other], left: [], tooLong: [slow] });
      expect(chooseNear(179)).toMatchObject({ chosen: [other], tooLong: [slow] });
    });

    it('run if the time permits them', () => {
      expect(chooseNear(180)).toMatchObject({ chosen: [other, slow], left: [], tooLong: [] });
      expect(chooseNear(Infinity)).toMatchObject({ chosen: [other, slow], left: [], tooLong: [] });
    });

    it.each([...slowTests.keys()])('exist: %s', (file) => {
      expect(existsSync(file)).toBe(true);
    });
  });

  it('are none if no test reaches the change', () => {
    expect(choose(['docs/api.md'])).toEqual({ chosen: [], left: [], tooLong: [], reaching: 0 });
  });

  it.each([
    ['bot/src/domain/answers/goals.test.ts', true],
    ['tab/src/ui/Button.test.tsx', true],
    ['tests/generated/runs.long.test.ts', false],
    ['tests/load/engineKilledAtEachStep.test.ts', false],
    ['tests/e2e/goals.test.ts', false],
    ['tests/support/testApp.ts', false],
  ])('run without a browser and without long proofs: %s is %s', (file, isQuick) => {
    expect(isQuickTest(file)).toBe(isQuick);
  });
});
