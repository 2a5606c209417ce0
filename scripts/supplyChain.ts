import { supplyFindings } from './supply/findings.ts';

// The gate of what comes from elsewhere (docs/risks.md): without a network, in seconds, part of `npm run check`.

const { findings, checked } = supplyFindings(process.cwd());
for (const one of findings) process.stdout.write(`${one}\n`);
process.stdout.write(`Supply chain: ${checked} packages, ${findings.length} findings.\n`);
if (findings.length > 0) process.exitCode = 1;
