import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { alertFiles, alertRules } from './alertRules.ts';

// npm run alerts: writes what Prometheus and Azure are given anew from infra/alerts.json.
for (const [file, text] of Object.entries(alertFiles(alertRules())))
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
