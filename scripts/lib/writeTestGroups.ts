import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// Writes files for Jest that each load many test files. Jest loads all modules again for each file, which takes half of
// the time of a short test file.

interface Project {
  readonly folders: readonly string[];
  /** Decides which test files of the folders belong to the project; all, if it is missing. */
  readonly includes?: (file: string) => boolean;
  /** Modules with hooks at their top level. They are loaded before the tests, so that the hooks apply to every test. */
  readonly hooks: readonly string[];
}

/**
 * Browser suites of the quick tests: the first stand-up, the first payment, accounts, the sign-in with Microsoft, the
 * Teams tab and the sizes of pages. Each plays one main journey. The other suites test single screens, the second day
 * of a report and less common journeys, and run with the long tests.
 */
const quickBrowserSuites = [
  ...['firstUseFromWelcomeToAnswer', 'trialToPaid', 'embeddedReportsAndFrameHeaders', 'microsoftSignInInTabAndWeb'],
  ...['acceptInvitationWithExistingAccount', 'registerAndResetPassword', 'pageSizeBudgets'],
];
const isQuickBrowserSuite = (file: string): boolean =>
  quickBrowserSuites.some((suite) => path.basename(file) === `${suite}.test.ts`);

/** True if the file has tests that let each call to the store fail. */
const isFaultSuite = (file: string): boolean =>
  /\b(?:callsBetweenFaults|playFaultyDays)\b/.test(readFileSync(file, 'utf8'));

const projects = {
  app: {
    folders: ['tests/api', 'tests/bot', 'tests/jobs', 'tests/teams', 'tests/tools'],
    hooks: ['./tests/support/worlds/teamWorldWithEngine.ts'],
  },
  bot: { folders: ['bot/src'], hooks: [] },
  tab: {
    folders: ['tab/src'],
    hooks: [
      '@testing-library/react',
      './tab/src/testing/browserStubsAndLibrarySetup.ts',
      './tab/src/testing/mockServer.ts',
    ],
  },
  store: { folders: ['tests/store'], hooks: ['./tests/support/worlds/teamWorldWithEngine.ts'] },
  e2e: { folders: ['tests/e2e'], includes: isQuickBrowserSuite, hooks: ['./tests/e2e/sharedBrowser.ts'] },
  longE2e: {
    folders: ['tests/e2e'],
    includes: (file) => !isQuickBrowserSuite(file),
    hooks: ['./tests/e2e/sharedBrowser.ts'],
  },
  faults: {
    folders: ['tests/api', 'tests/bot', 'tests/jobs', 'tests/store', 'tests/teams'],
    includes: isFaultSuite,
    hooks: ['./tests/support/worlds/teamWorldWithEngine.ts'],
  },
  engine: {
    folders: ['blockers', 'digests', 'emails', 'engine', 'observers', 'runs', 'timesheets'].map(
      (subject) => `tests/jobs/${subject}`,
    ),
    hooks: ['./tests/support/worlds/teamWorldWithEngine.ts'],
  },
  generated: { folders: ['tests/generated'], hooks: ['./tests/support/worlds/teamWorldWithEngine.ts'] },
} satisfies Record<string, Project>;

export type GroupedProject = keyof typeof projects;

/** Throws if the file replaces modules, because the other files of its group would get the replacements. */
export const checkSharesModules = (file: string): void => {
  if (/\bjest\.(?:mock|unmock|doMock|resetModules|isolateModules)\b/.test(readFileSync(file, 'utf8')))
    throw new Error(
      `${file} replaces modules that other test files share. Replace a function with jest.spyOn instead.`,
    );
};

/** Returns the test files of a project, the largest first, so that the parts get similar shares of them. */
const listTests = ({ folders, includes = () => true }: Project): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
    )
    .filter((file) => /(?<!\.long)\.test\.tsx?$/.test(file) && includes(file))
    .map((file) => ({ file, size: statSync(file).size }))
    .sort((a, b) => b.size - a.size || (a.file < b.file ? -1 : 1))
    .map(({ file }) => file);

/** Returns the text of a file that loads these test files, each in a `describe` with its path. */
const groupOf = ({ hooks }: Project, files: readonly string[]): string => {
  const from = (module: string): string => JSON.stringify(module.startsWith('./') ? path.resolve(module) : module);
  return [
    ...hooks.map((module) => `require(${from(module)});`),
    ...files.map((file) => `describe(${JSON.stringify(file)}, () => { require(${from(`./${file}`)}); });`),
    '',
  ].join('\n');
};

interface Part {
  /** Number of the part, from 1 to `parts`. */
  readonly part: number;
  readonly parts: number;
}

/**
 * Divides a project into equal parts, writes a file that loads the tests of one part to a folder in `root`, and returns
 * the folder. Jest runs it if TEST_GROUPS names the folder.
 */
export const writeTestGroups = (name: GroupedProject, { part, parts }: Part, root = 'dist/test-groups'): string => {
  const project: Project = projects[name];
  const folder = path.join(root, `${name}-${part}-of-${parts}`);
  const files = listTests(project).filter((_, index) => index % parts === part - 1);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of files) checkSharesModules(file);
  writeFileSync(path.join(folder, 'together.test.ts'), groupOf(project, files));
  return folder;
};
