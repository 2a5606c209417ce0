// What is measured, as data: both exporters, the alert rules and the documentation are checked against it. Labels hold words of
// ours alone, never an id, a name or an address; each says which OpenTelemetry attribute it is.

/** counter: counted. total: a growing figure somebody else keeps. gauge: how it is now. histogram: how often how much. */
export type MeasureKind = 'counter' | 'total' | 'gauge' | 'histogram';

interface Measure {
  readonly is: MeasureKind;
  readonly about: string;
  /** Label → OpenTelemetry attribute. */
  readonly labels: Readonly<Record<string, string>>;
  /** Upper bounds, of histograms. */
  readonly buckets?: readonly number[];
  /** Labels that are told from the start, at nought, so that the first time is seen as a rise. */
  readonly known?: readonly Labels[];
}

const lateness = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 900, 3600];
const brief = [0.001, 0.005, 0.02, 0.1, 0.5, 1, 5, 30];
const outcome = { outcome: 'rollcall.outcome' } as const;

/** A question later than this counts as late: 99 in 100 are to be faster. */
export const lateSeconds = 30;

/** Every name begins with this outside. */
export const metricPrefix = 'rollcall_';

export const measures = {
  prompt_lateness_seconds: {
    is: 'histogram',
    about: 'How long after its time a question reached its chat',
    labels: {},
    buckets: lateness,
  },
  late_prompts_total: { is: 'counter', about: 'Questions that reached their chat more than 30 s late', labels: {} },
  missed_prompts_total: {
    is: 'counter',
    about: 'Questions that were due and never asked: downtime, too_late, rejected, parked',
    labels: { reason: 'rollcall.reason' },
    known: ['downtime', 'too_late', 'rejected', 'parked'].map((reason) => ({ reason })),
  },
  occurrences_total: {
    is: 'counter',
    about: 'Runs opened, completed, missed, cancelled or answered ahead by the engine',
    labels: outcome,
  },
  messages_total: {
    is: 'counter',
    about: 'Messages and mails by kind and by what became of them',
    labels: { kind: 'messaging.message.kind', ...outcome },
  },
  messenger_requests_total: {
    is: 'counter',
    about: 'Calls to the chat service; outcome throttled is its 429',
    labels: { op: 'messaging.operation.name', ...outcome },
    known: ['send', 'update'].map((op) => ({ op, outcome: 'throttled' })),
  },
  outbox_depth: { is: 'gauge', about: 'Messages due and not sent, in the shards of this instance', labels: {} },
  outbox_oldest_seconds: { is: 'gauge', about: 'How long the oldest of them has been due', labels: {} },
  due_scan_seconds: {
    is: 'histogram',
    about: 'Time of one reading of a shard with its work',
    labels: {},
    buckets: brief,
  },
  due_lag_seconds: { is: 'gauge', about: 'How long the oldest due work has been waiting', labels: {} },
  heartbeat_lag_seconds: { is: 'gauge', about: 'Time since the last beat that did all due work', labels: {} },
  store_operation_seconds: {
    is: 'histogram',
    about: 'Time of one call to the store',
    labels: { op: 'db.operation.name', engine: 'db.system.name' },
    buckets: brief,
  },
  store_failures_total: {
    is: 'counter',
    about: 'Calls the store could not do (lost races are none), by cause',
    labels: { cause: 'error.type', engine: 'db.system.name' },
  },
  http_requests_total: {
    is: 'counter',
    about: 'Answers by route and class of status',
    labels: { route: 'http.route', status: 'http.response.status_class' },
  },
  http_request_seconds: { is: 'histogram', about: 'Time until an answer was out', labels: {}, buckets: brief },
  auth_events_total: {
    is: 'counter',
    about: 'Sign-ins and what belongs to them: name, then ok, refused, limited or failed',
    labels: { event: 'rollcall.event' },
  },
  rate_limited_total: { is: 'counter', about: 'Tries turned away, by door', labels: { door: 'rollcall.door' } },
  log_events_total: {
    is: 'counter',
    about: 'Warnings and errors in the log, by event',
    labels: { level: 'log.level', event: 'rollcall.event' },
  },
  ready: { is: 'gauge', about: 'Whether this instance can do its work: 1 yes, 0 no', labels: {} },
  clock_skew_seconds: { is: 'gauge', about: 'How far the clocks of others are ahead of ours', labels: {} },
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
    about: 'Always 1: what runs here',
    labels: { version: 'service.version', node: 'process.runtime.version' },
  },
  process_cpu_seconds_total: { is: 'total', about: 'Processor time of this process', labels: {} },
  process_resident_memory_bytes: { is: 'gauge', about: 'Memory of this process', labels: {} },
  process_heap_bytes: { is: 'gauge', about: 'Memory of its JavaScript objects', labels: {} },
  process_uptime_seconds: { is: 'gauge', about: 'Time since it started', labels: {} },
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
