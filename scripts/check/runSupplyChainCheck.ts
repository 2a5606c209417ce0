import { reportFindings } from '../lib/reportFindings.ts';
import { supplyFindings } from '../supply/supplyFindings.ts';

// Checks the installed packages (docs/risks.md) without a network; part of `npm run check`.

const { findings, checked } = supplyFindings(process.cwd());
reportFindings('Supply chain', `${checked} packages`, findings);
