import { reportFindings } from './lib/reportFindings.ts';
import { supplyFindings } from './supply/supplyFindings.ts';

// The check of the packages that npm installs (docs/risks.md): without a network, in seconds, part of `npm run check`.

const { findings, checked } = supplyFindings(process.cwd());
reportFindings('Supply chain', `${checked} packages`, findings);
