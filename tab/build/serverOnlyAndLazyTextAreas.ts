/**
 * First parts of text keys, such as `bot` of `bot.help`, whose texts only the server uses: in chat, emails, the
 * activity log and settings. The web build leaves these texts out.
 */
export const serverAreas = [
  'activity',
  'blocker',
  'bot',
  'calendarFeed',
  'card',
  'connectRefused',
  'default',
  'demo',
  'digest',
  'help',
  'holidayImport',
  'http',
  'install',
  'invoice',
  'invite',
  'mail',
  'mute',
  'passwordRule',
  'person',
  'privacy',
  'secondFactor',
  'org',
  'rollupFile',
  'runEffect',
  'sheetFile',
  'start',
  'summary',
  'summaryEmail',
  'team',
  'template',
  'textModel',
  'tomorrow',
  'whyAsked',
  'whyBecause',
  'whySaid',
] as const;

export type ServerArea = (typeof serverAreas)[number];

/**
 * Error codes for which the web app has its own text. It shows this text if the reply contains no message; for all
 * other codes without a message, it shows the text of INTERNAL (`errorText`).
 */
export const errorsOfWeb = [
  'CONFLICT',
  'INTERNAL',
  'INVALID_ENDPOINT',
  'MEETING_NAME_EXISTS',
  'NOT_FOUND',
  'NOT_IN_ROSTER',
  'TOO_MANY_REQUESTS',
  'UNAUTHENTICATED',
] as const;

/** Areas whose texts every screen with a daily report uses. */
const day = [
  'ahead',
  'answer',
  'attention',
  'calendar',
  'dashboard',
  'duration',
  'member',
  'notConnected',
  'owed',
  'people',
  'reason',
  'report',
  'ring',
  'unreachable',
  'value',
] as const;

/** Areas whose texts the fields of a report use, in the wizard and on the report's own page. */
const form = ['form', 'leave', 'meeting', 'preview', 'question', 'value'] as const;

/**
 * Areas whose texts only some screens use. Each set is a chunk that loads together with the screens that name the set
 * in `texts` (lazyScreens.ts).
 */
export const lazyTexts = {
  dashboard: day,
  reportForm: form,
  reportRules: ['rules'],
  reportWizard: [...form, 'meetingType', 'notConnected', 'wizard'],
  gallery: ['gallery', 'meetingType', 'orgTemplate', 'schedule'],
  saveTemplate: ['orgTemplate'],
  factor: ['factor', 'notConfirmed'],
  billing: ['billing'],
  blockers: ['blockers', 'notConnected'],
  catchup: ['catchup'],
  digests: ['digests', 'notConnected'],
  needs: ['needs'],
  generated: ['generated'],
  modelSettings: ['modelSettings'],
  connect: ['connect', 'password'],
  microsoft: ['microsoft'],
  personPage: ['calendar', 'personPage', 'range', 'value'],
  reports: ['meetingType', 'notConnected', 'reports', 'schedule'],
  download: ['download'],
  rollup: ['calendar', 'notConnected', 'personPage', 'range', 'rollup', 'unreachable', 'value'],
  reportConflict: ['conflict'],
  reportPage: [...['ending', 'history', 'meetingType', 'range', 'reportPage', 'run', 'schedule', 'why']],
  settings: [
    ...[
      'calendar',
      'days',
      'factor',
      'feed',
      'leave',
      'linkPattern',
      'notConnected',
      'organizationTab',
      'password',
      'passwordTab',
      'preferencesTab',
      'privacyTab',
      'profile',
    ],
    ...['profileTab', 'range', 'securityTab', 'settings', 'vacationTab'],
  ],
  teamSettings: ['calendar', 'days', 'notConnected', 'teamSettings', 'unreachable'],
  legal: ['legal'],
  setup: ['setup'],
  payment: ['payment'],
  banner: ['banner'],
  orgPause: ['orgPause'],
  waiting: ['answer', 'owed'],
  timesheet: ['calendar', 'notConnected', 'range', 'timesheet'],
  search: ['calendar', 'notConnected', 'search'],
  palette: ['palette', 'shortcuts'],
  shell: ['connection', 'nav', 'session'],
  trends: ['duration', 'trends', 'value'],
  teamsGate: ['nav', 'signIn', 'teamsGate'],
  teamsConfig: ['nav', 'teamsConfig'],
  restore: ['restore'],
  register: ['confirm', 'firstSteps', 'password', 'recover', 'register'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type LazyTexts = keyof typeof lazyTexts;
