import { readdirSync, readFileSync } from 'node:fs';
import { parse as parseYaml } from 'yaml';
import { alertFiles, alertRules, kql, promQl } from '../../scripts/lib/translateAlertRules.ts';
import { settingNames } from '../../bot/src/startup/readEnvironment.ts';
import {
  measureNames,
  measureOf,
  measures,
  metricPrefix,
} from '../../bot/src/domain/observability/metricDefinitions.ts';
import type { MeasureName } from '../../bot/src/domain/observability/metricDefinitions.ts';
import { troubleNames } from '../../bot/src/domain/observability/troubleNamesAndRepairHints.ts';

const page = readFileSync('docs/operations.md', 'utf8');
const sectionOf = (heading: string): string => {
  const match = new RegExp(`^${heading}\\n(?<text>[^]*?)(?=^#{1,${heading.indexOf(' ')}} |(?![^]))`, 'm').exec(page);
  return match?.groups?.['text'] ?? '';
};
const rowsOf = (heading: string): string[][] =>
  [...sectionOf(heading).matchAll(/^\| `(.*) \|$/gm)].map(([, row = '']) =>
    `\`${row}`.split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
  );
const firstCells = (heading: string): string[] => rowsOf(heading).map(([first = '']) => first);

it('the page explains exactly the existing settings', () => {
  expect(firstCells('## Settings').sort()).toEqual([...settingNames].sort());
});

it('the page explains exactly the text of /readyz', () => {
  expect(firstCells('## Health').sort()).toEqual([...troubleNames].sort());
});

it('the page lists every metric with its kind and labels', () => {
  const lines = rowsOf('## Metrics').map(([name, kind, labels]) => [name, kind, labels]);
  const there = measureNames.map((name) => {
    const { is, labels } = measureOf(name);
    const names = Object.keys(labels);
    const cell = names.length === 1 ? names[0] : names.map((text) => `\`${text}\``).join(', ');
    return [name, is, names.length === 0 ? 'none' : cell];
  });
  expect(lines.map((row) => JSON.stringify(row).replaceAll('`', '')).sort()).toEqual(
    there.map((row) => JSON.stringify(row).replaceAll('`', '')).sort(),
  );
});

it('the code records every metric', () => {
  const files = readdirSync('bot/src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.ts$/.test(file) && !/\.test\.ts$|measures\.ts$/.test(file),
  );
  const text = files.map((file) => readFileSync(`bot/src/${file}`, 'utf8')).join('\n');
  expect(measureNames.filter((name) => !text.includes(`'${name}'`))).toEqual([]);
});

it('metric names have a unit and one prefix', () => {
  for (const name of measureNames) {
    const { is } = measureOf(name);
    expect([name, /_total$/.test(name)]).toEqual([name, is === 'counter' || is === 'total']);
    expect([name, is !== 'histogram' || /_(?:seconds|ratio)$/.test(name)]).toEqual([name, true]);
    expect(name).not.toMatch(/_(?:ms|milliseconds|minutes|kb|percent)(?:_|$)/);
  }
  expect(metricPrefix).toBe('rollcall_');
});

describe('alerts', () => {
  const rules = alertRules();

  it('exist for every condition that needs an operator', () => {
    expect(rules.map(({ name }) => name).sort()).toEqual([
      'answers-failing',
      'backup-old',
      'chat-throttled',
      'heartbeat-late',
      'messages-parked',
      'not-ready',
      'outbox-oldest',
      'prompts-late',
      'prompts-missed',
    ]);
  });

  it.each(rules)('$name uses existing metrics and labels', (rule) => {
    const named = [...promQl(rule).matchAll(/rollcall_\w+/g)].map(([name]) => name.slice(metricPrefix.length));
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(measures).toHaveProperty([name]);
    const asked = 'where' in rule ? [[rule.metric, rule.where] as const] : [];
    const whole = rule.is === 'share' ? [[rule.of, rule.ofWhere] as const] : [];
    for (const [name, where] of [...asked, ...whole])
      for (const label of Object.keys(where)) expect(measureOf(name).labels).toHaveProperty([label]);
    const { is } = measureOf(rule.metric);
    expect(is).toBe(rule.is === 'counted' || rule.is === 'share' ? 'counter' : 'gauge');
  });

  it.each(rules)('$name has the same metric and limit in PromQL and KQL', (rule) => {
    for (const text of [promQl(rule), kql(rule)]) {
      expect(text).toContain(`${metricPrefix}${rule.metric}`);
      expect(text).toMatch(new RegExp(`[<>] ${String(rule.limit).replace('.', '\\.')}\\b`));
    }
    expect(kql(rule)).not.toMatch(/[\n"]/);
  });

  it.each(rules)('$name has a runbook with checks and actions', ({ name }) => {
    const runbook = sectionOf(`### ${name}`);
    expect(runbook).toMatch(/^- Look/m);
    expect(runbook).toMatch(/^- (?:Do\b|`)/m);
    expect(runbook.length).toBeGreaterThan(200);
  });

  it('runbooks use existing metrics and links', () => {
    const text = sectionOf('## Alerts');
    const named = [...text.matchAll(/rollcall_(\w+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !measureNames.includes(name as MeasureName))).toEqual([]);
    const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, item = '']) => item.toLowerCase().replaceAll(' ', '-'));
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, item = '']) => item);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !headings.includes(link))).toEqual([]);
  });

  it('match the generated files: npm run alerts', () => {
    const created = alertFiles(rules);
    expect(Object.keys(created)).toHaveLength(2);
    for (const [file, text] of Object.entries(created))
      expect([file, parseYaml(readFileSync(file, 'utf8'))]).toEqual([file, parseYaml(text)]);
  });

  it('are deployed to Azure by alerts.bicep', () => {
    const module = readFileSync('infra/alerts.bicep', 'utf8');
    expect(module).toContain("loadJsonContent('alertQueries.json')");
    expect(readFileSync('infra/azure.bicep', 'utf8')).toContain("'alerts.bicep'");
  });
});
