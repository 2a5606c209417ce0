// Definitions of all metrics. The exporters to Prometheus and Application Insights use them, and tests check the
// documentation against them. A label has a value from a fixed set, never an id, a name or an address, and is exported
// as an OpenTelemetry attribute.

/**
 * counter: events that this code counts. total: an increasing number that another component counts. gauge: a current
 * value. histogram: a distribution of values.
 */
export type MeasureKind = 'counter' | 'total' | 'gauge' | 'histogram';

interface Measure {
  readonly is: MeasureKind;
  readonly about: string;
  /** For each label, the name of its OpenTelemetry attribute. */
  readonly labels: Readonly<Record<string, string>>;
  /** Upper bounds of the buckets; only for histograms. */
  readonly buckets?: readonly number[];
  /** Label sets that are exported as 0 from the start, so that monitoring notices the first event as an increase. */
  readonly known?: readonly Labels[];
}

const lateness = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 900, 3600];
const brief = [0.001, 0.005, 0.02, 0.1, 0.5, 1, 5, 30];
const outcome = { outcome: 'rollcall.outcome' } as const;

/**
 * A prompt that is delivered more than this number of seconds after its due instant counts as late. The goal is that 99
 * % of the prompts are faster.
 */
export const lateSeconds = 30;

/** Distinguishes the metrics from those of other programs in the same monitoring system. */
export const metricPrefix = 'rollcall_';

export const measures = {
  prompt_lateness_seconds: {
    is: 'histogram',
    about: 'Time from the due instant of a prompt to its delivery',
    labels: {},
    buckets: lateness,
  },
  late_prompts_total: { is: 'counter', about: 'Prompts delivered more than 30 s late', labels: {} },
  missed_prompts_total: {
    is: 'counter',
    about: 'Prompts that were due and never sent: downtime, too_late, rejected, unconfirmed, parked',
    labels: { reason: 'rollcall.reason' },
    known: ['downtime', 'too_late', 'rejected', 'unconfirmed', 'parked'].map((reason) => ({ reason })),
  },
  parked_messages_total: {
    is: 'counter',
    about: 'Messages, emails and follow-up work parked for an operator: unconfirmed or fault',
    labels: { kind: 'messaging.message.kind', reason: 'rollcall.reason' },
    known: ['unconfirmed', 'fault'].map((reason) => ({ kind: 'prompt', reason })),
  },
  occurrences_total: {
    is: 'counter',
    about: 'Runs that the engine opened, completed, missed, cancelled or found answered ahead',
    labels: outcome,
  },
  messages_total: {
    is: 'counter',
    about: 'Messages and emails by kind and outcome',
    labels: { kind: 'messaging.message.kind', ...outcome },
  },
  messenger_requests_total: {
    is: 'counter',
    about: 'Calls to the chat service; the outcome throttled is its 429',
    labels: { op: 'messaging.operation.name', ...outcome },
    known: ['send', 'update'].map((op) => ({ op, outcome: 'throttled' })),
  },
  outbox_depth: {
    is: 'gauge',
    about:
      'Messages that are due and not sent, in the shards of this instance; at least so many if a tenant has over 2,000',
    labels: {},
  },
  outbox_oldest_seconds: { is: 'gauge', about: 'Time since the oldest unsent message became due', labels: {} },
  due_scan_seconds: {
    is: 'histogram',
    about: 'Time to read one shard and do its due work',
    labels: {},
    buckets: brief,
  },
  due_lag_seconds: { is: 'gauge', about: 'Time for which the oldest due work has been waiting', labels: {} },
  heartbeat_lag_seconds: {
    is: 'gauge',
    about: 'Time since the last heartbeat that completed all due work',
    labels: {},
  },
  store_operation_seconds: {
    is: 'histogram',
    about: 'Duration of one call to the store',
    labels: { op: 'db.operation.name', engine: 'db.system.name' },
    buckets: brief,
  },
  store_failures_total: {
    is: 'counter',
    about: 'Failed calls to the store by cause, without lost races',
    labels: { cause: 'error.type', engine: 'db.system.name' },
  },
  http_requests_total: {
    is: 'counter',
    about: 'HTTP responses by route and class of status',
    labels: { route: 'http.route', status: 'http.response.status_class' },
  },
  http_request_seconds: { is: 'histogram', about: 'Time until the response was sent', labels: {}, buckets: brief },
  auth_events_total: {
    is: 'counter',
    about: 'Sign-in events: the name, then ok, refused, limited or failed',
    labels: { event: 'rollcall.event' },
  },
  rate_limited_total: {
    is: 'counter',
    about: 'Attempts that a rate limit refused, by limit',
    labels: { door: 'rollcall.door' },
  },
  log_events_total: {
    is: 'counter',
    about: 'Warnings and errors in the log, by event',
    labels: { level: 'log.level', event: 'rollcall.event' },
  },
  text_model_calls_total: {
    is: 'counter',
    about: 'Calls to text models: ok, or the reason of the failure',
    labels: outcome,
  },
  text_model_seconds: {
    is: 'histogram',
    about: 'Time of a call to a text model with its repetitions',
    labels: {},
    buckets: [0.5, 1, 2, 5, 10, 20, 30, 60, 120],
  },
  generated_summaries_total: {
    is: 'counter',
    about: 'Generated summaries: ready, too_few (shown by rules instead), changed, cap, or the reason of a failure',
    labels: outcome,
  },
  generated_sentences_total: {
    is: 'counter',
    about: 'Sentences of text models: kept, or dropped for form, source, number, date, name, link or too_many',
    labels: outcome,
  },
  ready: { is: 'gauge', about: '1 if this instance can do its work, otherwise 0', labels: {} },
  clock_skew_seconds: {
    is: 'gauge',
    about: 'Seconds by which the clocks of other services are ahead of this machine',
    labels: {},
  },
  backup_age_seconds: { is: 'gauge', about: 'Age of the newest complete backup', labels: {} },
  web_lcp_seconds: {
    is: 'histogram',
    about: 'Largest Contentful Paint in browsers',
    labels: {},
    buckets: [0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10],
  },
  web_inp_seconds: {
    is: 'histogram',
    about: 'Interaction to Next Paint in browsers',
    labels: {},
    buckets: [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2],
  },
  web_cls_ratio: {
    is: 'histogram',
    about: 'Cumulative Layout Shift in browsers',
    labels: {},
    buckets: [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
  },
  build_info: {
    is: 'gauge',
    about: 'Always 1; the labels name the versions of the product and of Node',
    labels: { version: 'service.version', node: 'process.runtime.version' },
  },
  process_cpu_seconds_total: { is: 'total', about: 'Processor time of this process', labels: {} },
  process_resident_memory_bytes: { is: 'gauge', about: 'Resident memory of this process', labels: {} },
  process_heap_bytes: { is: 'gauge', about: 'Memory of the JavaScript objects of this process', labels: {} },
  process_uptime_seconds: { is: 'gauge', about: 'Time since this process started', labels: {} },
} as const satisfies Record<string, Measure>;

type Measures = typeof measures;
export type MeasureName = keyof Measures;
export type NameOf<K extends MeasureKind> = {
  [N in MeasureName]: Measures[N]['is'] extends K ? N : never;
}[MeasureName];
export type LabelsOf<N extends MeasureName> = Readonly<Record<keyof Measures[N]['labels'], string>>;
export type Labels = Readonly<Record<string, string>>;

export const measureOf = (name: MeasureName): Measure => measures[name];
export const measureNames = Object.keys(measures) as MeasureName[];
