// A model of a working day of many people in all zones: due work, messages, requests to the table service, instances
// and costs. docs/scale.md explains it. The inputs are measured (npm run bench -- tablesScale), assumed or documented.

export type MessageKind = 'prompt' | 'reminder' | 'summary';

/** Figures of the product on the simulated table service. */
export interface Measured {
  /** Messages a second that all instances together send, with their delivery records, by number of instances. */
  readonly messagesASecond: Readonly<Record<MessageKind, ReadonlyMap<number, number>>>;
  /** Requests to the table service for one message or answer, with the work that follows from it. */
  readonly requests: Readonly<Record<MessageKind | 'answer', number>>;
  /** Milliseconds of a processor for one message or answer. */
  readonly cpuMs: Readonly<Record<MessageKind | 'answer', number>>;
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
  /** Seconds within which the messages that are due in one minute must be sent. */
  readonly secondsToSend: number;
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
  ...{
    shareOfAnswers: 0.8,
    minutesToAnswer: 20,
    reminders: [60, 105],
    close: 120,
    secondsToSend: 120,
    workingDays: 22,
  },
};

/** Documented limits. Their sources are in docs/scale.md. */
export const documented = {
  accountRequestsASecond: 20_000,
  chatRequestsASecondOfTenant: 50,
} as const;

/** Settings of the product that limit its rate. */
export const productSettings = {
  /** Below the documented limit of the chat. */
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
 * Requests that instances make in a day beside the due work: every 5 s they read 16 shards of two tables; every 3 s each
 * instance makes two requests for its leases, and every 2 s it reads the places of organisations. An idle instance does
 * not read the places, so this is an upper bound.
 */
const ownRequestsADay = (instances: number): number =>
  (86_400 / 5) * 2 * productSettings.shards + ((86_400 / 3) * 2 + 86_400 / 2) * instances;

/**
 * Returns the messages a second of a number of instances: the measured rate, or the straight line between two measured
 * rates. More instances than measured are assumed to send as many each as in the largest measurement.
 */
export const rateWith = (rates: ReadonlyMap<number, number>, instances: number): number => {
  const points = [...rates].sort(([first], [other]) => first - other);
  const above = points.findIndex(([count]) => count >= instances);
  const [count, rate] = points.at(above) ?? [1, 0];
  const [countBelow, rateBelow] = above > 0 ? (points[above - 1] ?? [0, 0]) : [0, 0];
  return rateBelow + ((rate - rateBelow) * (instances - countBelow)) / (count - countBelow);
};

/** Seconds that the instances need for the messages of a minute. The kinds share the instances, so their times add up. */
const secondsFor = (minute: Minute, { messagesASecond }: Measured, instances: number): number =>
  minute.prompts / rateWith(messagesASecond.prompt, instances) +
  minute.reminders / rateWith(messagesASecond.reminder, instances) +
  minute.summaries / rateWith(messagesASecond.summary, instances);

interface MinuteAt {
  readonly minute: number;
  readonly seconds: number;
}

/** Returns the minute whose messages take the longest. */
const slowestMinute = (day: readonly Minute[], measured: Measured, instances: number): MinuteAt => {
  const seconds = day.map((minute) => secondsFor(minute, measured, instances));
  const longest = Math.max(...seconds);
  return { minute: seconds.indexOf(longest), seconds: longest };
};

export interface Scale {
  readonly messagesADay: number;
  readonly answersADay: number;
  readonly mostAnswersASecond: number;
  /** The minute with the most messages. */
  readonly peak: { readonly minute: number; readonly messages: number; readonly due: Minute };
  /** Seconds from the beginning of the peak minute until its last message is sent, by number of instances. */
  readonly drainSeconds: ReadonlyMap<number, number>;
  /** The minute whose messages take the longest with `instances` instances. Summaries are slower than prompts. */
  readonly slowest: MinuteAt;
  /**
   * Number of instances, at least two, that send the messages of each minute within `secondsToSend` and have enough
   * processor time for the busiest minute. A number above 16 cannot be reached, because there are 16 shards.
   */
  readonly instances: number;
  /** Number of processors that the busiest minute keeps fully busy; can be a fraction. */
  readonly processors: number;
  /** Requests of a working day, with those that the instances make without due work. */
  readonly requestsADay: number;
  /** Requests for the due work of one person on a working day. */
  readonly requestsOfPerson: number;
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

/** `workRequests`: requests of the due work on a working day. */
interface Usage {
  readonly workRequests: number;
  readonly instances: number;
  readonly gigabytes: number;
}

const costsOf = (
  { workingDays }: Assumptions,
  { workRequests, instances, gigabytes }: Usage,
): ReadonlyMap<string, number> =>
  new Map([
    ['instances', instances * hoursAMonth * prices.instanceHour],
    [
      'table requests',
      (workRequests * workingDays + (ownRequestsADay(instances) * hoursAMonth) / 24) * prices.requests,
    ],
    ['table data after a year', gigabytes * prices.gigabyteMonth],
    ['logs, 5 GB a day', 145 * prices.logGigabyte],
  ]);

const processorsOf = (day: readonly Minute[], measured: Measured): number =>
  Math.max(...day.map((minute) => cpuMsOf(minute, measured))) / 60_000;

/** Returns the smallest number of instances that is enough for all minutes of the day. */
const instancesFor = (day: readonly Minute[], assumptions: Assumptions, measured: Measured): number => {
  let instances = Math.max(2, Math.ceil(processorsOf(day, measured)));
  while (slowestMinute(day, measured, instances).seconds > assumptions.secondsToSend) instances += 1;
  return instances;
};

const noWork: Minute = { prompts: 0, answers: 0, reminders: 0, summaries: 0 };

const peakOf = (day: readonly Minute[]): Scale['peak'] => {
  const messages = day.map(messagesOf);
  const most = Math.max(...messages);
  const minute = messages.indexOf(most);
  return { minute, messages: most, due: day[minute] ?? noWork };
};

const peakRequestsOf = (due: Minute, measured: Measured, instances: number): number => {
  const sending = secondsFor(due, measured, Math.min(instances, productSettings.shards));
  const ofMessages = requestsOf({ ...due, answers: 0 }, measured) / sending;
  return ofMessages + (due.answers * measured.requests.answer) / 60 + ownRequestsADay(instances) / 86_400;
};

export const scaleOf = (assumptions: Assumptions, measured: Measured): Scale => {
  const { people, workingDays, largestTenant } = assumptions;
  const day = playDay(assumptions);
  const peak = peakOf(day);
  const instances = instancesFor(day, assumptions, measured);
  const workRequests = sum(day.map((minute) => requestsOf(minute, measured)));
  const gigabytes = (people * measured.bytesADay * workingDays * 12) / 1e9;
  const peakRequestsASecond = peakRequestsOf(peak.due, measured, instances);
  return {
    messagesADay: sum(day.map(messagesOf)),
    answersADay: sum(day.map(({ answers }) => answers)),
    mostAnswersASecond: Math.max(...day.map(({ answers }) => answers)) / 60,
    ...{ peak, instances, peakRequestsASecond },
    drainSeconds: new Map([1, 2, 4, 6, 8, 16].map((count) => [count, secondsFor(peak.due, measured, count)])),
    slowest: slowestMinute(day, measured, instances),
    processors: processorsOf(day, measured),
    requestsADay: workRequests + ownRequestsADay(instances),
    requestsOfPerson: workRequests / people,
    accountShare: peakRequestsASecond / documented.accountRequestsASecond,
    largestTenantSeconds: largestTenant / productSettings.tenantMessagesASecond,
    storedGigabytesAYear: gigabytes,
    costs: costsOf(assumptions, { workRequests, instances, gigabytes }),
  };
};
