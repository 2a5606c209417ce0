/**
 * Limits that a user can notice (docs/product-rules.md, Screens, limits and texts). Lengths are in characters. The
 * limits of digests are in `digestLimits.ts`.
 */
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
  /** Maximum number of options of a question that accepts several choices. */
  multipleOptions: 10,
  scaleMin: 1,
  scaleMax: 5,
  scaleLabelLength: 40,
  unitLength: 20,
  /**
   * Maximum number of digits before (`numberDigits`) and after (`numberDecimals`) the decimal point. A double stores 15
   * digits exactly.
   */
  numberDigits: 12,
  numberDecimals: 3,
  /** First and last year of a date answer. */
  answerYearMin: 1900,
  answerYearMax: 2199,
  answerLength: 2000,
  /**
   * Longest text of an answer that the schema accepts. This limit is higher than `answerLength`, because only a later
   * check can name the question in its error.
   */
  answerSent: 20_000,
  /** Maximum length of the note with which a needed member hands a blocker back. */
  blockerNote: 500,
  /** Largest minimum age, in working days, by which blockers can be filtered. */
  blockerDays: 1000,
  /**
   * Largest thresholds of a report's attention list: working days of a blocker, times that a goal was carried over, and
   * runs without an answer.
   */
  attentionBlockerDays: 60,
  attentionCarried: 20,
  attentionRuns: 10,
  taskLength: 2000,
  /** Maximum number of tasks from one answer (docs/product-rules.md, Timesheets). */
  taskLines: 20,
  tasksPerDay: 100,
  taskHours: 23,
  taskMinutes: 59,
  /** Maximum number of days in one request for a timesheet. */
  timesheetDays: 366,
  /** The timesheet asks for confirmation before it saves a task that is more than this number of days old. */
  usualTaskDays: 92,
  /** Minutes in a day. The timesheet asks for confirmation before it lets the tasks of one day exceed this sum. */
  dayMinutes: 1440,
  /** Number of days that "copy last day" searches backwards. */
  copyDays: 31,
  /**
   * Maximum number of members and of reports in a filter of timesheets, so that the filter fits into the URL of a
   * download.
   */
  filterUsers: 200,
  filterMeetings: 100,
  /** Maximum number of rows in an XLSX export. Above it, the product offers CSV. */
  exportRows: 100_000,
  /** Maximum number of rows in a PDF export: about 250 pages. */
  exportRowsPdf: 10_000,
  /** Maximum number of lines of a roll-up as PDF: about 430 pages. */
  rollupPdfLines: 20_000,
  members: 1000,
  /** Maximum number of observers of a meeting; each of them gets the summary as a separate message. */
  observers: 100,
  /** Largest number of working days after which a blocker can cause a reminder or an escalation. */
  blockerReminderDays: 60,
  /** Maximum length of the reason with which a member skips a run. The report shows it on one line. */
  skipReasonLength: 500,
  /** Maximum number of reports and people that the filter of a roll-up names, so that the filter fits into a URL. */
  rollupMeetings: 50,
  rollupPeople: 100,
  /** Maximum number of entries (members × runs) and of characters of answers that a roll-up reads. */
  rollupEntries: 40_000,
  rollupCharacters: 20_000_000,
  /**
   * Number of runs before the period in which a roll-up looks for a member's last answer, to know whether a blocker was
   * open.
   */
  rollupEarlierRuns: 10,
  /** Maximum length of a sprint in weeks. */
  sprintWeeks: 8,
  /** Maximum number of reports of one team, including deactivated reports. */
  meetingsPerTeam: 200,
  meetingsPerPerson: 100,
  templatesPerOrg: 50,
  addressLength: 500,
  taxIdLength: 40,
  purchaseOrderLength: 60,
  summaryEmails: 20,
  previewRuns: 400,
  /** Maximum number of lines in one preview: members × runs. */
  previewLines: 10_000,
  vacationDates: 400,
  /**
   * Maximum number of reports, entries and bytes of a person's calendar feed. A longer calendar is cut and contains a
   * note about it.
   */
  feedReports: 100,
  feedEntries: 2000,
  feedBytes: 1_048_576,
  /** Maximum number of UTF-8 bytes of a calendar file with holidays. */
  icsBytes: 204_800,
  icsEvents: 2000,
  /** Maximum number of characters of one event. A longer event counts as unreadable. */
  icsEventCharacters: 16_384,
  bodyBytes: 262_144,
  /** Maximum number of link patterns of an organisation, and maximum lengths of a prefix and a URL. */
  linkPatterns: 20,
  linkPrefixLength: 20,
  linkUrlLength: 300,
  /** Maximum length of a URL in an answer; a longer one stays plain text. */
  answerUrlLength: 2048,
  /** Maximum number of links in one text; the others stay plain text. */
  linksInText: 50,
  /** Maximum length of a name that an answer can mention. */
  mentionLength: 100,
  /**
   * Maximum lengths of the address, version and key of a text model. Largest price and largest monthly cap, in the
   * currency of its settings.
   */
  textModelUrlLength: 300,
  textModelVersionLength: 40,
  textModelKeyLength: 300,
  textModelPrice: 10_000,
  textModelCap: 1_000_000,
  /** Maximum number of answers in one request for a summary, and of characters of one answer in it. */
  summaryAnswers: 300,
  summaryAnswerLength: 1000,
  /** Maximum number of sentences that a generated summary shows, and of characters of one sentence. */
  summarySentences: 12,
  summarySentenceLength: 400,
  /** Maximum number of characters of a search. */
  searchLength: 200,
  /** Maximum number of answers that one request of a search reads; a further request continues. */
  searchedAnswers: 4000,
  retentionDaysMin: 30,
  retentionDaysMax: 3650,
} as const;

/** Durations and times of day in minutes, unless the name contains another unit. */
export const times = {
  defaultStart: 600,
  step: 15,
  lastMinute: 1439,
  windowDefault: 120,
  windowMin: 5,
  windowMax: 1380,
  /**
   * The second reminder is sent this many minutes before the close, if the window is at least `bothRemindersFrom` long.
   * A window shorter than `secondReminderBefore` has no reminders.
   */
  secondReminderBefore: 15,
  /**
   * A window shorter than this number of minutes has only the second reminder, which is then sent at half of the
   * window.
   */
  bothRemindersFrom: 60,
  /** A prompt that is more than this number of minutes late is not sent (docs/product-rules.md, Late and missed). */
  promptLate: 60,
  /** Time of day, in minutes after midnight, at which reminders of blockers are sent: the start of the working day. */
  blockerReminder: 540,
  /** A reminder of a blocker is sent only if it is less than this number of hours late. */
  blockerReminderLateHours: 8,
  graceHours: 72,
  /**
   * After the chat or a browser changed a member's zone: number of hours in which no browser changes it again. In this
   * time, the chat changes it only if the previous change also came from the chat. Otherwise devices in two zones would
   * change it to and fro.
   */
  zoneHoldHours: 12,
  aheadHours: 24,
  summaryLateHours: 24,
  planAgeDays: 14,
  /** Longest period, in days, of a report about one person. */
  personDays: 92,
  /** Longest period, in days, of a roll-up. */
  rollupDays: 92,
  /**
   * A visit of a team ends after this many minutes without a request for the team. The next request begins a new visit.
   */
  visitMinutes: 30,
  /**
   * Shortest and longest quiet hours of a person, in minutes a day. The maximum leaves at least a third of each day for
   * prompts.
   */
  quietMin: 30,
  quietMax: 960,
  /** Longest range of a catch-up, in days. */
  catchupDays: 30,
} as const;

export const ui = {
  /** Defaults of a new report: working days after which a blocker causes a reminder and an escalation. */
  blockerReminderDays: 2,
  blockerEscalationDays: 5,
  avatarMax: 10,
  landingDelayMs: 500,
  calendarMonths: 3,
  toastOffset: 50,
  toastMs: 3000,
  toastSuccessMs: 5000,
  toastMax: 3,
  activityPageSize: 1000,
  blockerPageSize: 25,
  searchPageSize: 20,
  blockerPageMax: 100,
  /**
   * Maximum number of lines of the attention list. `attentionLines`: in one reply. `attentionFirst`: on the dashboard
   * until the reader asks for more. In the card and the email of a summary, `attentionFirst` limits only the lines that
   * are not about blockers.
   */
  attentionLines: 50,
  attentionFirst: 5,
  /**
   * Number of meetings whose next run the dashboard offers to answer before its opening, until the reader asks for
   * more.
   */
  aheadFirst: 4,
  /**
   * On the page of a roll-up: number of groups on a page, of entries that a group shows at first, and of entries that
   * each press adds.
   */
  rollupGroups: 25,
  rollupFirstEntries: 10,
  rollupMoreEntries: 50,
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
  /** Key of a flag: the current session was opened by a sign-in with Microsoft. */
  microsoft: 'microsoft',
  /** The language (BCP 47) that the reader chose. Sign-out keeps it, so that the next visit begins in this language. */
  language: 'language',
  /** `narrow` = the sidebar shows only icons. */
  sidebar: 'sidebar',
  /** `off` = the reader switched the single-key shortcuts off. */
  shortcuts: 'shortcuts',
  /** For each team, the visit whose catch-up the reader dismissed, so that it is not shown again. */
  catchup: 'catchup',
} as const;

/** Equals the version in package.json; a test compares them. */
export const productVersion = '0.1.0';

/** Name of the product. Tenants cannot change it (docs/product-rules.md, Tenants). */
export const productName = 'Rollcall';
