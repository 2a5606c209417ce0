/** Areas of the catalogue that only the server speaks, in chat, mail, activity and settings: they stay out of the web build. */
export const serverAreas = [
  'activity',
  'bot',
  'card',
  'connectRefused',
  'default',
  'demo',
  'help',
  'http',
  'install',
  'invoice',
  'invite',
  'mail',
  'passwordRule',
  'person',
  'privacy',
  'secondFactor',
  'sheetFile',
  'org',
  'profile',
  'runEffect',
  'start',
  'summary',
  'tomorrow',
  'whyAsked',
  'whyBecause',
  'whySaid',
] as const;

export type ServerArea = (typeof serverAreas)[number];

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
  connect: ['connect', 'password'],
  microsoft: ['microsoft'],
  personPage: ['calendar', 'personPage', 'range'],
  reports: ['meetingType', 'reports', 'schedule'],
  reportPage: [
    ...day,
    ...['conflict', 'ending', 'history', 'meetingType', 'range', 'reportPage', 'run', 'schedule', 'why'],
  ],
  setup: ['setup'],
  trial: ['trial'],
  teamsGate: ['teamsGate'],
  timesheet: ['range', 'timesheet'],
  restore: ['restore'],
  register: ['confirm', 'firstSteps', 'password', 'recover', 'register'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type LazyTexts = keyof typeof lazyTexts;
