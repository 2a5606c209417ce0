/** Areas of the catalogue that only the server speaks, in chat, mail, activity and settings: they stay out of the web build. */
export const serverAreas = [
  'activity',
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
  'team',
  'tomorrow',
  'whyAsked',
  'whyBecause',
  'whySaid',
] as const;

export type ServerArea = (typeof serverAreas)[number];

/** Refusals come with the server's own sentence: of that area the web needs what it says by itself. */
export const errorsOfWeb = [
  'CONFLICT',
  'INTERNAL',
  'INVALID_ENDPOINT',
  'MEETING_NAME_EXISTS',
  'NOT_FOUND',
  'NOT_IN_ROSTER',
  'UNAUTHENTICATED',
] as const;

/** What the report of a day says, wherever it stands. */
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
] as const;

/** Areas of the catalogue that only some screens show: each set is a chunk that comes with its screens (routes.tsx, `texts`). */
export const lazyTexts = {
  dashboard: day,
  reportForm: ['form', 'meeting', 'meetingType', 'notConnected', 'preview', 'question', 'wizard'],
  factor: ['factor', 'notConfirmed'],
  billing: ['billing'],
  catchup: ['catchup'],
  connect: ['connect', 'password'],
  microsoft: ['microsoft'],
  personPage: ['calendar', 'personPage', 'range'],
  reports: ['meetingType', 'reports', 'schedule'],
  reportPage: [...['conflict', 'ending', 'history', 'meetingType', 'range', 'reportPage', 'run', 'schedule', 'why']],
  settings: [
    ...[
      'calendar',
      'days',
      'factor',
      'feed',
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
  timesheet: ['calendar', 'notConnected', 'range', 'timesheet'],
  shell: ['connection', 'nav', 'session'],
  trends: ['trends'],
  teamsGate: ['nav', 'signIn', 'teamsGate'],
  teamsConfig: ['nav', 'teamsConfig'],
  restore: ['restore'],
  register: ['confirm', 'firstSteps', 'password', 'recover', 'register'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type LazyTexts = keyof typeof lazyTexts;
