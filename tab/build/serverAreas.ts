/** Areas of the catalogue whose texts only the server uses, in chat, emails, activity and settings. The web build leaves them out. */
export const serverAreas = [
  'activity',
  'blocker',
  'bot',
  'calendarFeed',
  'card',
  'connectRefused',
  'default',
  'demo',
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
  'runEffect',
  'sheetFile',
  'start',
  'summary',
  'summaryEmail',
  'team',
  'template',
  'tomorrow',
  'whyAsked',
  'whyBecause',
  'whySaid',
] as const;

export type ServerArea = (typeof serverAreas)[number];

/** Error codes whose text the web app shows itself. For all other codes it shows the message of the reply. */
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

/** Areas of the catalogue for every screen that shows a daily report. */
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

/** Areas of the catalogue for the fields of a report, in the wizard and in the details of a report. */
const form = ['form', 'leave', 'meeting', 'preview', 'question', 'value'] as const;

/**
 * Areas of the catalogue that only some screens use. Each set is a chunk that loads with its screens (routes.tsx,
 * `texts`).
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
  needs: ['needs'],
  connect: ['connect', 'password'],
  microsoft: ['microsoft'],
  personPage: ['calendar', 'personPage', 'range', 'value'],
  reports: ['meetingType', 'notConnected', 'reports', 'schedule'],
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
  trends: ['trends', 'value'],
  teamsGate: ['nav', 'signIn', 'teamsGate'],
  teamsConfig: ['nav', 'teamsConfig'],
  restore: ['restore'],
  register: ['confirm', 'firstSteps', 'password', 'recover', 'register'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type LazyTexts = keyof typeof lazyTexts;
