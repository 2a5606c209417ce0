import { parseMutateArguments, usageText } from '../mutate/parseMutateArguments.ts';
import { readEquivalents, staleEquivalents } from '../mutate/equivalentMutants.ts';
import { judgeMutants, meetsThreshold, reportLines } from '../mutate/judgeAndReportMutants.ts';
import { runMutants } from '../mutate/runMutants.ts';
import { chooseTests } from '../mutate/chooseTests.ts';

// npm run mutate -- FILES: changes the source in small steps and runs the nearest tests against each change. A change
// that no test notices shows a rule without a test. Exit 1 below the threshold or with a stale equivalent, 2 for a
// wrong command line or for files without near tests.

const options = parseMutateArguments(process.argv.slice(2));

const run = async (): Promise<number> => {
  if (options === undefined) {
    process.stderr.write(`${usageText}\n`);
    return 2;
  }
  const tests = options.tests.length > 0 ? options.tests : chooseTests(options.files);
  if (tests.length === 0) {
    process.stderr.write(
      'No tests are near these files: name them with --tests, or add them to scripts/mutate/tests.json.\n',
    );
    return 2;
  }
  process.stderr.write(`${options.files.length} files against ${tests.join(', ')}\n`);
  const equivalents = readEquivalents();
  const judged = judgeMutants(await runMutants(options, tests), equivalents);
  const stale = staleEquivalents(equivalents, judged.equivalent, options);
  process.stdout.write([...reportLines(judged, options.threshold), ...stale].map((line) => `${line}\n`).join(''));
  return meetsThreshold(judged, options.threshold) && stale.length === 0 ? 0 : 1;
};

process.exitCode = await run();
