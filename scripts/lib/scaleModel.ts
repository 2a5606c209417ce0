// A model of a working day of many people in all zones: due work, messages, requests to the table service, instances
// and costs. docs/scale.md explains it. The inputs are measured (npm run bench -- tablesScale), assumed or documented.

/** Figures of one instance on the simulated table service. */
export interface Measured {
  /** Messages a second that one instance sends, with its delivery records. */
  readonly messagesASecond: number;
  /** Requests to the table service for one message or answer, with the work that follows from it. */
  readonly requests: Readonly<Record<'prompt' | 'answer' | 'reminder' | 'summary', number>>;
  /** Milliseconds of a processor for one message or answer. */
  readonly cpuMs: Readonly<Record<'prompt' | 'answer' | 'reminder' | 'summary', number>>;
  /** Stored bytes for one person and working day. */
  readonly bytesADay: number;
}

export interface Assumptions {
  readonly people: number;
  readonly organisations: number;
  readonly largestTenant: number;
  readonly teamSize: number;
  /** Share of the people by time zone, given as its offset from UTC in whole hours; the shares sum to 1. */
  readonly zones: ReadonlyMap<number, number>;
  /** Share of the people by the opening of their report, in minutes of the local day; the shares sum to 1. */
  readonly openings: ReadonlyMap<number, number>;
  readonly shareOfAnswers: number;
  /**
   * Mean of the exponential distribution of the times from a prompt to its answer. The distribution ends at the close.
   */
  readonly minutesToAnswer: number;
  /** Minutes from the opening to each reminder; `close` is the minutes from the opening to the close. */
  readonly reminders: readonly number[];
  readonly close: number;
  readonly workingDays: number;
}

/** Shares in tenths of a percent; an assumption about the people who use Teams, by hours from UTC. */
const zoneShares: readonly (readonly [number, number])[] = [
  ...([
    [-11, 1],
    [-10, 3],
    [-9, 3],
    [-8, 70],
    [-7, 30],
    [-6, 80],
    [-5, 120],
    [-4, 25],
    [-3, 50],
    [-2, 2],
  ] as const),
  ...([
    [-1, 1],
    [0, 90],
    [1, 210],
    [2, 75],
    [3, 45],
    [4, 15],
    [5, 80],
    [6, 10],
    [7, 20],
    [8, 35],
  ] as const),
  ...([
    [9, 20],
    [10, 10],
    [11, 2],
    [12, 3],
  ] as const),
];

/** Shares in percent, by local minute: full hours are the most common, and 9:00 is the most common of them. */
const openingShares: readonly (readonly [number, number])[] = [
  ...([
    [480, 7],
    [510, 7],
    [540, 40],
    [555, 6],
    [570, 13],
    [585, 3],
    [600, 14],
    [660, 4],
    [960, 6],
  ] as const),
];

export const millionPeople: Assumptions = {
  ...{ people: 1_000_000, organisations: 50_000, largestTenant: 50_000, teamSize: 10 },
  zones: new Map(zoneShares.map(([zone, share]) => [zone, share / 1_000])),
  openings: new Map(openingShares.map(([minute, share]) => [minute, share / 100])),
  ...{ shareOfAnswers: 0.8, minutesToAnswer: 20, reminders: [60, 105], close: 120, workingDays: 22 },
};

/** Documented limits. Their sources are in docs/scale.md. */
export const documented = {
  accountRequestsASecond: 20_000,
  chatRequestsASecondOfTenant: 50,
  /** The rate limit that the product uses, which is below the documented one. */
  tenantMessagesASecond: 40,
  /** A shard belongs to one instance at a time, so this is also the largest number of instances that share the work. */
  shards: 16,
} as const;

/** List prices in US dollars (docs/operations.md, Monthly costs). */
export const prices = {
  instanceHour: 0.155,
  requests: 0.00045 / 10_000,
  gigabyteMonth: 0.0563,
  logGigabyte: 2.3,
} as const;

export interface Minute {
  readonly prompts: number;
  readonly answers: number;
  readonly reminders: number;
  readonly summaries: number;
}

const minutesADay = 1_440;
const at = (minute: number): number => ((Math.round(minute) % minutesADay) + minutesADay) % minutesADay;

type Counts = { -readonly [Key in keyof Minute]: number };

/**
 * Returns the due work of each UTC minute of one day. Work that falls on the previous or next UTC day counts at the
 * same time of this day.
 */
export const playDay = (assumptions: Assumptions): readonly Minute[] => {
  const { people, zones, openings, shareOfAnswers, minutesToAnswer, reminders, close, teamSize } = assumptions;
  const day = Array.from({ length: minutesADay }, (): Counts => ({
    prompts: 0,
    answers: 0,
    reminders: 0,
    summaries: 0,
  }));
  const add = (minute: number, key: keyof Counts, count: number): void => {
    const counts = day[at(minute)];
    if (counts !== undefined) counts[key] += count;
  };
  const answeredBy = (minutes: number): number =>
    (shareOfAnswers * (1 - Math.exp(-minutes / minutesToAnswer))) / (1 - Math.exp(-close / minutesToAnswer));
  for (const [zone, zoneShare] of zones)
    for (const [local, openingShare] of openings) {
      const opened = local - zone * 60;
      const asked = people * zoneShare * openingShare;
      add(opened, 'prompts', asked);
      add(opened + close, 'summaries', asked / teamSize);
      for (const minute of reminders) add(opened + minute, 'reminders', asked * (1 - answeredBy(minute)));
      for (let minute = 0; minute < close; minute += 1)
        add(opened + minute, 'answers', asked * (answeredBy(minute + 1) - answeredBy(minute)));
    }
  return day;
};

const messagesOf = ({ prompts, reminders, summaries }: Minute): number => prompts + reminders + summaries;

/**
 * Requests that instances make in a day without due work: every 5 s they read 16 shards of two tables, and every 3 s
 * each instance makes two requests for its leases.
 */
const idleRequestsADay = (instances: number): number => (86_400 / 5) * 32 + (86_400 / 3) * 2 * instances;

export interface Scale {
  readonly messagesADay: number;
  readonly answersADay: number;
  readonly peak: { readonly minute: number; readonly messages: number; readonly answersASecond: number };
  /** Seconds from the beginning of the peak minute until its last message is sent, by number of instances. */
  readonly drainSeconds: ReadonlyMap<number, number>;
  /**
   * Number of instances, at least two, that send the messages of the peak minute within that minute and have enough
   * processor time for the busiest minute. A number above 16 cannot be reached, because there are 16 shards.
   */
  readonly instances: number;
  /** Number of processors that the busiest minute keeps fully busy; can be a fraction. */
  readonly processors: number;
  readonly requestsADay: number;
  /** Requests a second while `instances` instances, but at most 16, send the messages of the peak minute. */
  readonly peakRequestsASecond: number;
  readonly accountShare: number;
  readonly largestTenantSeconds: number;
  readonly storedGigabytesAYear: number;
  readonly costs: ReadonlyMap<string, number>;
}

const requestsOf = (minute: Minute, { requests }: Measured): number =>
  minute.prompts * requests.prompt +
  minute.answers * requests.answer +
  minute.reminders * requests.reminder +
  minute.summaries * requests.summary;

const cpuMsOf = (minute: Minute, { cpuMs }: Measured): number =>
  minute.prompts * cpuMs.prompt +
  minute.answers * cpuMs.answer +
  minute.reminders * cpuMs.reminder +
  minute.summaries * cpuMs.summary;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const hoursAMonth = 730;

const costsOf = (
  { workingDays }: Assumptions,
  { requestsADay, instances, gigabytes }: { requestsADay: number; instances: number; gigabytes: number },
): Map<string, number> => {
  const idle = idleRequestsADay(instances) * 30;
  return new Map([
    ['instances', instances * hoursAMonth * prices.instanceHour],
    ['table requests', (requestsADay * workingDays + idle) * prices.requests],
    ['table data after a year', gigabytes * prices.gigabyteMonth],
    ['logs, 5 GB a day', 145 * prices.logGigabyte],
  ]);
};

export const scaleOf = (assumptions: Assumptions, measured: Measured): Scale => {
  const day = playDay(assumptions);
  const messages = day.map(messagesOf);
  const peakMessages = Math.max(...messages);
  const peakMinute = messages.indexOf(peakMessages);
  const drain = (instances: number): number => peakMessages / (instances * measured.messagesASecond);
  const processors = Math.max(...day.map((minute) => cpuMsOf(minute, measured))) / 60_000;
  const instances = Math.ceil(Math.max(drain(1) / 60, processors, 2));
  const requestsADay = sum(day.map((minute) => requestsOf(minute, measured)));
  const peak = day[peakMinute] ?? { prompts: 0, answers: 0, reminders: 0, summaries: 0 };
  const gigabytes = (assumptions.people * measured.bytesADay * assumptions.workingDays * 12) / 1e9;
  const peakRequestsASecond =
    (requestsOf(peak, measured) - peak.answers * measured.requests.answer) /
      drain(Math.min(instances, documented.shards)) +
    (peak.answers * measured.requests.answer) / 60;
  return {
    messagesADay: sum(messages),
    answersADay: sum(day.map(({ answers }) => answers)),
    peak: {
      ...{ minute: peakMinute, messages: peakMessages },
      answersASecond: Math.max(...day.map(({ answers }) => answers)) / 60,
    },
    drainSeconds: new Map([1, 2, 4, 8, 16].map((count) => [count, drain(count)])),
    ...{ instances, processors, requestsADay, peakRequestsASecond },
    accountShare: peakRequestsASecond / documented.accountRequestsASecond,
    largestTenantSeconds: assumptions.largestTenant / documented.tenantMessagesASecond,
    storedGigabytesAYear: gigabytes,
    costs: costsOf(assumptions, { requestsADay, instances, gigabytes }),
  };
};
