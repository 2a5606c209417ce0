import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The properties that are read from the file that Jest writes with `--json`. */
interface JestFile {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    /** The reason why the file did not start, or all failures of its tests. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

export interface StageResult {
  readonly passed: number;
  readonly failed: number;
  /** One text for each failure: the file and the test, then the first lines of the message. */
  readonly failures: readonly string[];
}

const shownLines = 12;

/** Returns the title of a failure and below it its lines, indented and without colours. */
export const failureText = (title: string, lines: readonly string[]): string =>
  [title, ...lines.map((line) => `    ${stripVTControlCharacters(line)}`)].join('\n');

const failuresOf = ({ testResults }: JestFile): readonly string[] =>
  testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative('.', name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (assertionResults.length === 0) return [failureText(file, message.split('\n').slice(0, shownLines))];
    return failed.map(({ fullName, failureMessages }) =>
      failureText(`${file}: ${fullName}`, failureMessages.join('\n').split('\n').slice(0, shownLines)),
    );
  });

/**
 * Reads the result of a Jest run. `code` is its exit code: any other than 0 counts as at least one failure, as does a
 * file that cannot be read.
 */
export const readJestResult = (file: string, code: number): StageResult => {
  try {
    const result = JSON.parse(readFileSync(file, 'utf8')) as JestFile;
    // A suite that did not start and a skipped test count as failures, so that no test disappears unnoticed.
    const failed = result.numFailedTests + result.numRuntimeErrorTestSuites + result.numPendingTests;
    return {
      passed: result.numPassedTests,
      failed: failed === 0 && code !== 0 ? 1 : failed,
      failures: failuresOf(result),
    };
  } catch {
    return { passed: 0, failed: 1, failures: [failureText(path.relative('.', file), ['Jest wrote no result.'])] };
  }
};
