// Runs one file of rows in this process, and hands its rows to the parent.
import type { Bench } from './row.ts';

const { bench } = (await import(process.argv[2] ?? '')) as { readonly bench: Bench };
process.send?.(await bench(), () => {
  // What a row has started and cannot end, such as a pool of the SDK's, does not hold the table up.
  process.exit();
});
