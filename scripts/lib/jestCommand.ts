export const jestProgram = 'node_modules/jest/bin/jest.js';

/**
 * Returns the command that runs one project of jest.config.js. Tests create many objects that live for one test, so a
 * larger space for new objects saves a tenth of the processor time.
 */
export const jest = (project: string, ...more: readonly string[]): readonly string[] => [
  ...[process.execPath, '--max-semi-space-size=64', jestProgram, `--selectProjects=${project}`],
  ...more,
];
