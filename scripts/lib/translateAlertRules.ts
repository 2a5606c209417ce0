import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { measureOf, measures, metricPrefix } from '../../bot/src/domain/observability/metricDefinitions.ts';
import type { MeasureName } from '../../bot/src/domain/observability/metricDefinitions.ts';

// Translates the alert rules into PromQL for Prometheus and KQL for Azure. Both query the same metrics.

const metric = z.enum(Object.keys(measures) as [MeasureName, ...MeasureName[]]);
const where = z.record(z.string(), z.array(z.string().regex(/^[\w-]+$/)));
const common = {
  name: z.string().regex(/^[a-z]+(?:-[a-z]+)*$/),
  severity: z.int().min(0).max(4),
  summary: z.string(),
  metric,
  limit: z.number(),
  minutes: z.int().min(5),
};
const rule = z.discriminatedUnion('is', [
  /**
   * Applies if the value of at least one instance is above or below `limit`; with `allAbove`, if the values of all
   * instances are above it. `below` also applies if there is no value.
   */
  z.strictObject({ ...common, is: z.enum(['above', 'allAbove', 'below']) }),
  /** Applies if all instances together report more than `limit` events within `minutes`. */
  z.strictObject({ ...common, is: z.literal('counted'), where: where.default({}) }),
  /** Applies if the ratio of the metric to the metric `of`, counted within `minutes`, exceeds `limit`. */
  z.strictObject({
    ...common,
    is: z.literal('share'),
    where: where.default({}),
    of: metric,
    ofWhere: where.default({}),
  }),
]);
export type AlertRule = z.output<typeof rule>;
type Where = z.output<typeof where>;

export const alertRules = (): readonly AlertRule[] => {
  const file: unknown = JSON.parse(readFileSync('infra/alerts.json', 'utf8'));
  return z.object({ rules: z.array(rule) }).parse(file).rules;
};

const full = (name: MeasureName): string => metricPrefix + name;

const selector = (name: MeasureName, only: Where): string => {
  const parts = Object.entries(only).map(([label, values]) => `${label}=~"${values.join('|')}"`);
  return `${full(name)}${parts.length === 0 ? '' : `{${parts.join(',')}}`}`;
};
const increase = (name: MeasureName, only: Where, minutes: number): string =>
  `sum(increase(${selector(name, only)}[${minutes}m]))`;

/** Minimum number of events of the metric `of`. With fewer events, a share has no meaning. */
const fewest = 20;

export const promQl = (alertRule: AlertRule): string => {
  switch (alertRule.is) {
    case 'above':
      return `max(${full(alertRule.metric)}) > ${alertRule.limit}`;
    case 'allAbove':
      return `min(${full(alertRule.metric)}) > ${alertRule.limit}`;
    case 'below':
      return `min(${full(alertRule.metric)}) < ${alertRule.limit} or absent(${full(alertRule.metric)})`;
    case 'counted':
      return `${increase(alertRule.metric, alertRule.where, alertRule.minutes)} > ${alertRule.limit}`;
    case 'share': {
      const whole = increase(alertRule.of, alertRule.ofWhere, alertRule.minutes);
      return `${increase(alertRule.metric, alertRule.where, alertRule.minutes)} > ${alertRule.limit} * ${whole} and ${whole} >= ${fewest}`;
    }
  }
};

const kqlCondition = (name: MeasureName, only: Where): string => {
  const { labels } = measureOf(name);
  const parts = Object.entries(only).map(([label, values]) => {
    const attribute = labels[label];
    if (attribute === undefined) throw new Error(`${name} has no label ${label}`);
    return `tostring(Properties['${attribute}']) in (${values.map((value) => `'${value}'`).join(', ')})`;
  });
  return [`Name == '${full(name)}'`, ...parts].join(' and ');
};

/** Returns a KQL query that yields rows while the rule applies. */
export const kql = (alertRule: AlertRule): string => {
  const mine = (only: Where = {}): string => `AppMetrics | where ${kqlCondition(alertRule.metric, only)}`;
  switch (alertRule.is) {
    case 'above':
      return `${mine()} | summarize value = max(Max) | where value > ${alertRule.limit}`;
    case 'allAbove':
      return `${mine()} | summarize value = min(Min) | where value > ${alertRule.limit}`;
    case 'below':
      return `${mine()} | summarize value = min(Min) | where value < ${alertRule.limit} or isnull(value)`;
    case 'counted':
      return `${mine(alertRule.where)} | summarize value = sum(Sum) | where value > ${alertRule.limit}`;
    case 'share': {
      const part = `sumif(Sum, ${kqlCondition(alertRule.metric, alertRule.where)})`;
      const whole = `sumif(Sum, ${kqlCondition(alertRule.of, alertRule.ofWhere)})`;
      const both = `AppMetrics | summarize part = ${part}, whole = ${whole}`;
      return `${both} | where whole >= ${fewest} and part > ${alertRule.limit} * whole`;
    }
  }
};

const runbook = (name: string): string => `docs/operations.md#${name}`;

/**
 * Returns how long a rule must apply before Prometheus fires the alert. Two minutes are longer than a heartbeat, a
 * scrape or a restart; counts and shares already cover several minutes.
 */
const heldFor = ({ is }: AlertRule): string => (is === 'counted' || is === 'share' ? '0m' : '2m');

const severities = ['critical', 'critical', 'warning', 'info', 'info'] as const;

export const prometheusRules = (rules: readonly AlertRule[]): string =>
  [
    '# Generated from infra/alerts.json by npm run alerts.',
    'groups:',
    '  - name: rollcall',
    '    rules:',
    ...rules.flatMap((item) => [
      `      - alert: rollcall-${item.name}`,
      `        expr: '${promQl(item)}'`,
      `        for: ${heldFor(item)}`,
      '        labels:',
      `          severity: ${severities[item.severity] ?? 'info'}`,
      '        annotations:',
      `          summary: '${item.summary}'`,
      `          runbook: '${runbook(item.name)}'`,
    ]),
    '',
  ].join('\n');

/** Returns the content of infra/alertQueries.json, which infra/alerts.bicep loads. */
export const azureQueries = (rules: readonly AlertRule[]) =>
  rules.map((item) => ({
    name: item.name,
    severity: item.severity,
    summary: `${item.summary}. ${runbook(item.name)}`,
    window: `PT${item.minutes}M`,
    every: item.minutes >= 15 ? 'PT15M' : 'PT5M',
    query: kql(item),
  }));

/** Returns the generated files as a map from name to content. */
export const alertFiles = (rules: readonly AlertRule[]): Readonly<Record<string, string>> => ({
  'deploy/prometheus-rules.yml': prometheusRules(rules),
  'infra/alertQueries.json': JSON.stringify(azureQueries(rules)),
});
