import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readJestResult } from '../../scripts/lib/readJestResult.ts';
import { useTempDir } from '../support/files/tempDir.ts';

const inFolder = useTempDir();

const write = (parts: object): string => {
  const file = inFolder('result.json');
  const counts = { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 0, numPendingTests: 0 };
  writeFileSync(file, JSON.stringify({ ...counts, testResults: [], ...parts }));
  return file;
};

const passed = { fullName: 'adds', status: 'passed', failureMessages: [] };
const failed = {
  fullName: 'divides by zero',
  status: 'failed',
  failureMessages: ['\u001b[31mexpected 1\u001b[39m\nat line 3'],
};

it('names each failed test with its file and its reason, without colours', () => {
  const testResults = [{ name: path.resolve('bot/sum.test.ts'), message: '', assertionResults: [passed, failed] }];
  const result = readJestResult(write({ numPassedTests: 1, numFailedTests: 1, testResults }), 1);
  expect(result).toEqual({
    passed: 1,
    failed: 1,
    failures: ['bot/sum.test.ts: divides by zero\n    expected 1\n    at line 3'],
  });
});

it('names a file that did not start', () => {
  const testResults = [{ name: path.resolve('bot/sum.test.ts'), message: 'Cannot find module', assertionResults: [] }];
  expect(readJestResult(write({ numRuntimeErrorTestSuites: 1, testResults }), 1)).toEqual({
    passed: 0,
    failed: 1,
    failures: ['bot/sum.test.ts\n    Cannot find module'],
  });
});

it('limits the lines of a long reason', () => {
  const reason = Array.from({ length: 40 }, (_, index) => `line ${String(index)}`).join('\n');
  const testResults = [
    { name: 'sum.test.ts', message: '', assertionResults: [{ ...failed, failureMessages: [reason] }] },
  ];
  const [failure] = readJestResult(write({ numFailedTests: 1, testResults }), 1).failures;
  expect(failure?.split('\n')).toHaveLength(13);
});

it('counts a skipped test as a failure', () => {
  expect(readJestResult(write({ numPassedTests: 2, numPendingTests: 1 }), 0)).toMatchObject({ passed: 2, failed: 1 });
});

it('counts a run that failed without a failed test', () => {
  expect(readJestResult(write({ numPassedTests: 2 }), 1)).toMatchObject({ passed: 2, failed: 1 });
});

it('counts a result that was not written as one failure and reports it', () => {
  const file = inFolder('none.json');
  expect(readJestResult(file, 1)).toEqual({
    passed: 0,
    failed: 1,
    failures: [`${path.relative('.', file)}\n    Jest wrote no result.`],
  });
});

it('has no failures after a run that passed', () => {
  expect(readJestResult(write({ numPassedTests: 3 }), 0)).toEqual({ passed: 3, failed: 0, failures: [] });
});
