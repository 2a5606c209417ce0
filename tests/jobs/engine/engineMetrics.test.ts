import type { BacklogCounts } from '../../../bot/src/jobs/delivery/backlogMetrics.ts';
import { readyRows } from '../../../bot/src/jobs/delivery/readReadyOutboxRows.ts';
import { createPrometheus } from '../../../bot/src/gateways/prometheus/prometheusMetrics.ts';
import type { PrometheusMetrics } from '../../../bot/src/gateways/prometheus/prometheusMetrics.ts';
import { shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

/**
 * Returns the value of the sample `name`, a name that may include labels; undefined if the metrics have no such sample.
 */
const reading = async (metrics: PrometheusMetrics, name: string): Promise<number | undefined> => {
  const line = (await metrics.text()).split('\n').find((part) => part.startsWith(`rollcall_${name} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};

const measuredWorld = async (people = ['ann', 'bob']): Promise<{ world: World; metrics: PrometheusMetrics }> => {
  const world = await aWorld({ people });
  return { world, metrics: createPrometheus() };
};

it('counts a day: a run opened, prompts in time, a run completed', async () => {
  const { world, metrics } = await measuredWorld();
  await world.meeting();
  const engine = world.instance('two', { metrics });
  await world.runUntil('2026-11-20T09:00:30Z', 30, engine);
  expect(await reading(metrics, 'occurrences_total{outcome="opened"}')).toBe(1);
  expect(await reading(metrics, 'messages_total{kind="prompt",outcome="sent"}')).toBe(2);
  expect(await reading(metrics, 'prompt_lateness_seconds_count')).toBe(2);
  expect(await reading(metrics, 'prompt_lateness_seconds_bucket{le="30"}')).toBe(2);
  expect(await reading(metrics, 'late_prompts_total')).toBe(0);
  expect(await reading(metrics, 'outbox_depth')).toBe(0);
  expect(await reading(metrics, 'due_lag_seconds')).toBe(0);
  expect(await reading(metrics, 'heartbeat_lag_seconds')).toBe(0);
  world.clock.advance({ seconds: 40 });
  expect(await reading(metrics, 'heartbeat_lag_seconds')).toBe(40);
  await world.runUntil('2026-11-20T12:00:00Z', 60, engine);
  expect(await reading(metrics, 'occurrences_total{outcome="completed"}')).toBe(1);
  expect(await reading(metrics, 'missed_prompts_total{reason="downtime"}')).toBe(0);
});

it('reports the lateness of a prompt and the wait of the others', async () => {
  const { world, metrics } = await measuredWorld();
  await world.meeting();
  await world.runUntil('2026-11-20T08:59:00Z');
  world.messenger.failWhen(() => ({ kind: 'THROTTLED', retryAfterMs: 5_000 }));
  const engine = world.instance('two', { metrics });
  await world.runUntil('2026-11-20T09:02:00Z', 5, engine);
  expect(await reading(metrics, 'outbox_depth')).toBe(3);
  expect(await reading(metrics, 'outbox_oldest_seconds')).toBeGreaterThanOrEqual(115);
  world.messenger.failWhen(() => undefined);
  await world.runUntil('2026-11-20T09:03:00Z', 5, engine);
  expect(await reading(metrics, 'prompt_lateness_seconds_bucket{le="60"}')).toBe(0);
  expect(await reading(metrics, 'prompt_lateness_seconds_bucket{le="300"}')).toBe(2);
  expect(await reading(metrics, 'late_prompts_total')).toBe(2);
  expect(await reading(metrics, 'outbox_depth')).toBe(0);
});

it('counts a member whom no running server could prompt', async () => {
  const { world, metrics } = await measuredWorld(['ann', 'bob', 'cy']);
  await world.meeting();
  await world.runUntil('2026-11-20T08:59:00Z');
  world.clock.set('2026-11-20T12:30:00Z');
  await world.instance('two', { metrics }).poll();
  expect(await reading(metrics, 'occurrences_total{outcome="missed"}')).toBe(1);
  expect(await reading(metrics, 'missed_prompts_total{reason="downtime"}')).toBe(3);
});

it('counts a member whose prompt the chat service rejected', async () => {
  const { world, metrics } = await measuredWorld();
  await world.meeting({ isReminderEnabled: false });
  world.messenger.failWhen(({ to }) => (to === 'ann' ? { kind: 'REJECTED' } : undefined));
  await world.runUntil('2026-11-20T09:01:00Z', 60, world.instance('two', { metrics }));
  expect(await reading(metrics, 'missed_prompts_total{reason="rejected"}')).toBe(1);
});

it('reports no lag after the waiting work is done', async () => {
  const { world, metrics } = await measuredWorld();
  await world.meeting();
  await world.runUntil('2026-11-20T08:59:00Z');
  world.clock.set('2026-11-20T09:00:40Z');
  await world.instance('two', { metrics }).poll();
  expect(await reading(metrics, 'occurrences_total{outcome="opened"}')).toBe(1);
  expect(await reading(metrics, 'due_lag_seconds')).toBe(0);
});

it('counts a summary that another instance handles from its due time on', async () => {
  const { world } = await measuredWorld();
  await world.meeting();
  const readings: BacklogCounts[] = [];
  world.messenger.during(async ({ message }) => {
    if (shows(message) !== 'summary') return;
    for (let shard = 0; shard < 16; shard += 1)
      readings.push((await readyRows(world.deps, String(shard).padStart(2, '0'))).waiting);
  });
  await world.runUntil('2026-11-20T11:00:00Z');
  const oldest = readings.flatMap(({ oldestAt }) => oldestAt ?? []);
  expect(oldest).toEqual([Date.parse('2026-11-20T11:00:00Z')]);
});

it('does not count one missing chat as a delay', async () => {
  const { world, metrics } = await measuredWorld();
  await world.meeting();
  await world.runUntil('2026-11-20T08:59:00Z');
  world.messenger.failWhen(() => ({ kind: 'GONE' }));
  const engine = world.instance('two', { metrics });
  await world.runUntil('2026-11-20T09:03:00Z', 5, engine);
  expect(await reading(metrics, 'outbox_oldest_seconds')).toBe(0);
});

it('reports nothing about shards of another server', async () => {
  const { world, metrics } = await measuredWorld();
  await world.meeting();
  world.messenger.failWhen(() => ({ kind: 'THROTTLED', retryAfterMs: 5_000 }));
  const engine = world.instance('two', { metrics });
  await world.runUntil('2026-11-20T09:02:00Z', 5, engine);
  expect(await reading(metrics, 'outbox_depth')).toBe(3);
  world.clock.advance({ minutes: 1 });
  await world.engine.poll();
  await engine.poll();
  await world.engine.poll();
  await engine.poll();
  expect(await reading(metrics, 'outbox_depth')).toBe(0);
});
