import { measureNames, metricPrefix } from '../../domain/observability/metricDefinitions.ts';
import { createPrometheus } from './prometheusMetrics.ts';

it('exports every recorded value under one prefix', async () => {
  const metrics = createPrometheus();
  metrics.count('rate_limited_total', { door: 'login' });
  metrics.count('rate_limited_total', { door: 'login' }, 2);
  metrics.observe('prompt_lateness_seconds', 3, {});
  let depth: number | undefined = 7;
  metrics.watch('outbox_depth', {}, () => depth);
  const text = await metrics.text();
  expect(text).toContain('rollcall_rate_limited_total{door="login"} 3\n');
  expect(text).toContain('rollcall_prompt_lateness_seconds_bucket{le="2"} 0\n');
  expect(text).toContain('rollcall_prompt_lateness_seconds_bucket{le="5"} 1\n');
  expect(text).toContain('rollcall_outbox_depth 7\n');
  const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(names.sort()).toEqual(measureNames.map((name) => metricPrefix + name).sort());
  depth = undefined;
  expect(await metrics.text()).not.toMatch(/^rollcall_outbox_depth /m);
});

it('reads the current value of a gauge, and each of several observed ones', async () => {
  const metrics = createPrometheus();
  metrics.watch('process_cpu_seconds_total', {}, () => 4.5);
  metrics.watch('build_info', { version: '1', node: '20' }, () => 1);
  await metrics.text();
  const text = await metrics.text();
  expect(text).toContain('rollcall_process_cpu_seconds_total 4.5\n');
  expect(text).toContain('rollcall_build_info{version="1",node="20"} 1\n');
});

it('keeps the figures of two instances in one process apart', async () => {
  const [prometheusMetrics, other] = [createPrometheus(), createPrometheus()];
  prometheusMetrics.count('rate_limited_total', { door: 'login' });
  expect(await other.text()).not.toContain('door="login"');
});
