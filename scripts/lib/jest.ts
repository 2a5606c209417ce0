export const jestProgram = 'node_modules/jest/bin/jest.js';

/** Returns the command that runs one project of jest.config.js. */
export const jest = (project: string, ...more: readonly string[]): readonly string[] => [
  ...[process.execPath, jestProgram, `--selectProjects=${project}`],
  ...more,
];
