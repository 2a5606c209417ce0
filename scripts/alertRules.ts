import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { measureOf, measures, metricPrefix } from '../bot/src/domain/measures.ts';
import type { MeasureName } from '../bot/src/domain/measures.ts';

// The alert rules, in the language of each place that watches: PromQL and KQL say the same of the same measures.

const metric = z.enum(Object.keys(measures) as [MeasureName, ...MeasureName[]]);
const where = z.record(z.string(), z.array(z.string().regex(/^[\w-]+$/)));
const common = {
  name: z.string().regex(/^[a-z]+(?:-[a-z]+)*$/),
  severity: z.int().min(0).max(4),
  says: z.string(),
  metric,
  limit: z.number(),
  minutes: z.int().min(5),
};
const rule = z.discriminatedUnion('is', [
  /** Any instance is above; all of them are; any is below. */
  z.strictObject({ ...common, is: z.enum(['above', 'allAbove', 'below']) }),
  /** More than so many in so many minutes, of all instances. */
  z.strictObject({ ...common, is: z.literal('counted'), where: where.default({}) }),
  /** A larger share of `of` than the limit. */
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

/** Fewer are no share of anything. */
const fewest = 20;

export const promQl = (one: AlertRule): string => {
  switch (one.is) {
    case 'above':
      return `max(${full(one.metric)}) > ${one.limit}`;
    case 'allAbove':
      return `min(${full(one.metric)}) > ${one.limit}`;
    case 'below':
      return `min(${full(one.metric)}) < ${one.limit} or absent(${full(one.metric)})`;
    case 'counted':
      return `${increase(one.metric, one.where, one.minutes)} > ${one.limit}`;
    case 'share': {
      const whole = increase(one.of, one.ofWhere, one.minutes);
      return `${increase(one.metric, one.where, one.minutes)} > ${one.limit} * ${whole} and ${whole} >= ${fewest}`;
    }
  }
};

const kqlCondition = (name: MeasureName, only: Where): string => {
  const { labels } = measureOf(name);
  const parts = Object.entries(only).map(([label, values]) => {
    const attribute = labels[label];
    if (attribute === undefined) throw new Error(`${name} has no label ${label}`);
    return `tostring(Properties['${attribute}']) in (${values.map((one) => `'${one}'`).join(', ')})`;
  });
  return [`Name == '${full(name)}'`, ...parts].join(' and ');
};

/** Rows = it is so. */
export const kql = (one: AlertRule): string => {
  const mine = (only: Where = {}): string => `AppMetrics | where ${kqlCondition(one.metric, only)}`;
  switch (one.is) {
    case 'above':
      return `${mine()} | summarize value = max(Max) | where value > ${one.limit}`;
    case 'allAbove':
      return `${mine()} | summarize value = min(Min) | where value > ${one.limit}`;
    case 'below':
      return `${mine()} | summarize value = min(Min) | where value < ${one.limit} or isnull(value)`;
    case 'counted':
      return `${mine(one.where)} | summarize value = sum(Sum) | where value > ${one.limit}`;
    case 'share': {
      const part = `sumif(Sum, ${kqlCondition(one.metric, one.where)})`;
      const whole = `sumif(Sum, ${kqlCondition(one.of, one.ofWhere)})`;
      const both = `AppMetrics | summarize part = ${part}, whole = ${whole}`;
      return `${both} | where whole >= ${fewest} and part > ${one.limit} * whole`;
    }
  }
};

const runbook = (name: string): string => `docs/operations.md#${name}`;

/** How long a state must hold before it counts: a beat, a scrape, a restart are shorter. */
const heldFor = ({ is }: AlertRule): string => (is === 'counted' || is === 'share' ? '0m' : '2m');

const severities = ['critical', 'critical', 'warning', 'info', 'info'] as const;

/** deploy/prometheus-rules.yml */
export const prometheusRules = (rules: readonly AlertRule[]): string =>
  [
    '# Made from infra/alerts.json: npm run alerts.',
    'groups:',
    '  - name: rollcall',
    '    rules:',
    ...rules.flatMap((one) => [
      `      - alert: rollcall-${one.name}`,
      `        expr: '${promQl(one)}'`,
      `        for: ${heldFor(one)}`,
      '        labels:',
      `          severity: ${severities[one.severity] ?? 'info'}`,
      '        annotations:',
      `          summary: '${one.says}'`,
      `          runbook: '${runbook(one.name)}'`,
    ]),
    '',
  ].join('\n');

/** infra/alertQueries.json, which infra/alerts.bicep loads. */
export const azureQueries = (rules: readonly AlertRule[]) =>
  rules.map((one) => ({
    name: one.name,
    severity: one.severity,
    says: `${one.says}. ${runbook(one.name)}`,
    window: `PT${one.minutes}M`,
    every: one.minutes >= 15 ? 'PT15M' : 'PT5M',
    query: kql(one),
  }));

/** What is made of the rules, by file. */
export const alertFiles = (rules: readonly AlertRule[]): Readonly<Record<string, string>> => ({
  'deploy/prometheus-rules.yml': prometheusRules(rules),
  'infra/alertQueries.json': JSON.stringify(azureQueries(rules)),
});
