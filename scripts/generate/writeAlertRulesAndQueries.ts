import { alertFiles, alertRules } from '../lib/translateAlertRules.ts';
import { writeFormatted } from '../lib/writeOutputFile.ts';

// npm run alerts: writes the rules for Prometheus and the queries for Azure from infra/alerts.json.
for (const [file, text] of Object.entries(alertFiles(alertRules()))) writeFormatted(file, text);
