/** Every number people meet (docs/product-rules.md, Screens, limits and texts). */
export const limits = {
  nameLength: 100,
  messageLength: 500,
  emailLength: 254,
  emailLocalLength: 64,
  passwordLength: 1000,
  passwordMin: 10,
  questionLength: 300,
  optionLength: 100,
  questions: 20,
  options: 20,
  /** Options of a question that takes several of them. */
  multipleOptions: 10,
  /** Both ends of a scale are included. */
  scaleMin: 1,
  scaleMax: 5,
  /** Label of an end of a scale. */
  scaleLabelLength: 40,
  unitLength: 20,
  /** Digits of a number before and after the decimal point. A double keeps 15 digits exactly. */
  numberDigits: 12,
  numberDecimals: 3,
  /** Years of a date that is an answer. */
  answerYearMin: 1900,
  answerYearMax: 2199,
  answerLength: 2000,
  /**
   * Longest answer text that is read. It is above the limit for an answer, so that the error for a too long answer can name its
   * question.
   */
  answerSent: 20_000,
  taskLength: 2000,
  /** Task lines read from one answer (docs/product-rules.md, Timesheets). */
  taskLines: 20,
  tasksPerDay: 100,
  taskHours: 23,
  taskMinutes: 59,
  /** Days that one request for a timesheet may span. */
  timesheetDays: 366,
  /** The timesheet asks before it saves a task that is older than this number of days. */
  usualTaskDays: 92,
  /** Minutes of a day; the timesheet asks before a day gets more. */
  dayMinutes: 1440,
  /** Days that "copy last day" searches backwards. */
  copyDays: 31,
  /** Entries of a filter, which must fit into a URL. */
  filterUsers: 200,
  filterMeetings: 100,
  /** Rows of an XLSX or PDF export; above it CSV is offered. */
  exportRows: 100_000,
  /** About 250 pages. */
  exportRowsPdf: 10_000,
  members: 1000,
  /** Reports of one team, the deactivated ones included. */
  meetingsPerTeam: 200,
  /** Reports that one person made and that still exist. */
  meetingsPerPerson: 100,
  addressLength: 500,
  taxIdLength: 40,
  purchaseOrderLength: 60,
  summaryEmails: 20,
  previewRuns: 400,
  /** Members × runs of one preview. */
  previewLines: 10_000,
  vacationDates: 400,
  /** Bounds of a person's calendar: reports, entries and bytes. A longer calendar is cut and contains a note about it. */
  feedReports: 100,
  feedEntries: 2000,
  feedBytes: 1_048_576,
  /** A calendar file with holidays, in UTF-8. */
  icsBytes: 204_800,
  icsEvents: 2000,
  /** Size of one event; a larger one counts as unreadable. */
  icsEventCharacters: 16_384,
  bodyBytes: 262_144,
  retentionDaysMin: 30,
  retentionDaysMax: 3650,
} as const;

/** In minutes unless the name contains another unit. */
export const times = {
  defaultStart: 600,
  step: 15,
  lastMinute: 1439,
  windowDefault: 120,
  windowMin: 5,
  windowMax: 1380,
  /** The second reminder is sent this long before the close; a shorter window has none. */
  secondReminderBefore: 15,
  /** A shorter window has one reminder, the second, at half the time. */
  bothRemindersFrom: 60,
  /** A prompt at most this late is still sent (docs/product-rules.md, Late and missed). */
  promptLate: 60,
  graceHours: 72,
  aheadHours: 24,
  summaryLateHours: 24,
  planAgeDays: 14,
  /** Longest time of a report by person, in days. */
  personDays: 92,
  /** After so many minutes away, the next request for a team begins another visit. */
  visitMinutes: 30,
  /** Longest range of a catch-up, in days. */
  catchupDays: 30,
} as const;

export const ui = {
  avatarMax: 10,
  landingDelayMs: 500,
  calendarMonths: 3,
  toastOffset: 50,
  toastMs: 3000,
  toastSuccessMs: 5000,
  toastMax: 3,
  activityPageSize: 1000,
  timesheetPageSize: 5,
  windowDays: 30,
} as const;

export const storageKeys = {
  token: 'HRA.USER.TOKEN',
  refreshToken: 'HRA.USER.REFRESH.TOKEN',
  selectedTeam: 'selectedTeam',
  userAuth: 'userAuth',
  userInfo: 'userInfo',
  isAdmin: 'isAdmin',
  email: 'email',
  /** Set while the session is one that Microsoft vouched for. */
  microsoft: 'microsoft',
  /** The language (BCP 47) that the reader chose. Sign-out keeps it, so that the next visit begins in this language. */
  language: 'language',
  /** `narrow` = folded to its icons. */
  sidebar: 'sidebar',
  /** The visit of each team whose catch-up was put away. */
  catchup: 'catchup',
} as const;

/** The version in package.json. */
export const productVersion = '0.1.0';

/** The only name of the product (docs/product-rules.md, Tenants). */
export const productName = 'Rollcall';
