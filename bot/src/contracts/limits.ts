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
  members: 1000,
  summaryEmails: 20,
  previewRuns: 400,
  /** Members × runs of one preview. */
  previewLines: 10_000,
  vacationDates: 400,
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
} as const;

/** The product's one name (decisions.md D1). */
export const productName = 'Rollcall';
