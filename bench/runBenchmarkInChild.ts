// Runs one benchmark file in its own process and sends its rows to the parent.
import type { Bench } from './benchmarkTypesAndFigureFormats.ts';

const { bench } = (await import(process.argv[2] ?? '')) as { readonly bench: Bench };
process.send?.(await bench(), () => {
  // The process exits at once, because some benchmarks leave connections open, such as the SDK's pool, and Node would
  // wait for them.
  process.exit();
});
