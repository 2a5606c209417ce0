// This file is JavaScript, because on Node 20 Jest reads a TypeScript configuration only with another loader package.

/** The compiler of every file that Jest loads: TypeScript and ES modules become CommonJS. */
const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs' },
  },
];

/** Packages that ship ES modules only, so that Jest must compile them as well. */
const modulePackages = [
  ...['d3-.*', 'internmap', 'swiper', 'react-day-picker', 'adaptivecards', 'js-sha256'],
  ...['msw', '@mswjs', '@open-draft', 'until-async', 'rettime'],
  ...['ulid', 'temporal-polyfill', 'temporal-utils', 'jose', '@lingui', '@messageformat'],
  ...['sirv', 'totalist', '@polka', 'mrmime', 'helmet'],
];

const failOnConsole = '<rootDir>/tests/support/setup/failOnConsole.ts';
const testContext = '<rootDir>/tests/support/setup/keepTestContextInVariable.ts';
const testTimeLimit = '<rootDir>/tests/support/setup/testTimeLimit.ts';
const longTestTimeLimit = '<rootDir>/tests/load/engine/longTestTimeLimit.ts';
const lowCostPasswordHashing = '<rootDir>/tests/support/setup/lowCostPasswordHashing.ts';
const sealedRows = '<rootDir>/tests/support/setup/freezeParsedRows.ts';

/** Folder with files that load many tests each (scripts/lib/writeTestGroups.ts); undefined = the test files themselves run. */
const testGroups = process.env.TEST_GROUPS;

/** A project; the options name only what differs from a test of the server. */
const project = (displayName, testMatch, options = {}) => ({
  displayName,
  testMatch: [testGroups === undefined ? `<rootDir>/${testMatch}` : `<rootDir>/${testGroups}/*.test.ts`],
  // Jest lists only these folders when it starts. It finds imported modules in any folder, so it need not list
  // node_modules.
  roots: (testGroups === undefined ? ['bot', 'tab', 'tests'] : [testGroups]).map((folder) => `<rootDir>/${folder}`),
  testEnvironment: 'node',
  // The folder for temporary files may lie in memory.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  transform: { '^.+\\.(tsx?|mjs|js)$': swc },
  transformIgnorePatterns: [`node_modules/(?!(${modulePackages.join('|')})/)`],
  setupFilesAfterEnv: [testContext, failOnConsole, testTimeLimit, lowCostPasswordHashing, sealedRows],
  ...options,
});

const longSetup = { setupFilesAfterEnv: [testContext, failOnConsole, longTestTimeLimit, sealedRows] };
const withoutRows = { setupFilesAfterEnv: [testContext, failOnConsole, testTimeLimit] };

export default {
  projects: [
    project('bot', 'bot/src/**/*.test.ts'),
    project('tab', 'tab/src/**/*.test.ts?(x)', {
      setupFilesAfterEnv: ['<rootDir>/tab/src/testing/showLoadedPartsAtOnce.ts', ...withoutRows.setupFilesAfterEnv],
      testEnvironment: '<rootDir>/tab/src/testing/browserEnvironment.cjs',
      moduleNameMapper: {
        '^@fluentui/react-charts$': '<rootDir>/tab/src/testing/lineChartAsText.cjs',
        '^@fluentui/react-icons$': '<rootDir>/tab/src/testing/fluentIconsInUse.cjs',
        '\\.module\\.css$': '<rootDir>/tab/src/testing/cssModuleNames.cjs',
      },
    }),
    project('store', 'tests/store/**/*.test.ts'),
    project('app', 'tests/{api,bot,jobs,teams,tools}/**/*.test.ts'),
    project('generated', 'tests/generated/**/*.test.ts', { testPathIgnorePatterns: ['\\.long\\.test\\.ts$'] }),
    project('e2e', 'tests/e2e/**/*.test.ts', withoutRows),
    project('load', 'tests/load/**/*.test.ts', longSetup),
    project('worlds', 'tests/generated/**/*.long.test.ts', longSetup),
  ],
};
