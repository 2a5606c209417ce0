/** Every number people meet: product.md section 9 and what decisions.md adds. */
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
  answerLength: 2000,
  taskLength: 2000,
  /** Task lines read from one answer (decisions.md D4). */
  taskLines: 20,
  tasksPerDay: 100,
  taskHours: 23,
  taskMinutes: 59,
  /** Days one look at a timesheet may span. */
  timesheetDays: 366,
  /** Days that "copy last day" looks back. */
  copyDays: 31,
  /** In a filter, which must fit into an address. */
  filterUsers: 200,
  filterMeetings: 100,
  /** Rows of an XLSX or PDF export; above it CSV is offered. */
  exportRows: 100_000,
  /** About 250 pages. */
  exportRowsPdf: 10_000,
  members: 1000,
  addressLength: 500,
  taxIdLength: 40,
  purchaseOrderLength: 60,
  summaryEmails: 20,
  previewRuns: 400,
  /** Members × runs of one preview. */
  previewLines: 10_000,
  vacationDates: 400,
  /** A calendar file with holidays, in UTF-8. */
  icsBytes: 204_800,
  icsEvents: 2000,
  bodyBytes: 262_144,
  retentionDaysMin: 30,
  retentionDaysMax: 3650,
} as const;

/** All in minutes unless the name says otherwise. */
export const times = {
  defaultStart: 600,
  step: 15,
  lastMinute: 1439,
  windowDefault: 120,
  windowMin: 5,
  windowMax: 1380,
  /** A prompt at most this late is still sent (decisions.md D3, Downtime). */
  promptLate: 60,
  graceHours: 72,
  aheadHours: 24,
  summaryLateHours: 24,
  planAgeDays: 14,
  /** Longest time of a report by person, in days. */
  personDays: 92,
  /** So long away, and the next look at a team is another visit. */
  visitMinutes: 30,
  /** A catch-up goes back no further, in days. */
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
  /** The reader's own choice (BCP 47), so that a visit begins in it; stays when they sign out. */
  language: 'language',
  /** `narrow` = folded to its icons. */
  sidebar: 'sidebar',
  /** The visit of each team whose catch-up was put away. */
  catchup: 'catchup',
} as const;

/** The product's one name (decisions.md D1). */
/** As package.json has it. */
export const productVersion = '0.1.0';

export const productName = 'Rollcall';
