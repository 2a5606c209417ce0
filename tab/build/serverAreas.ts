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
  'invite',
  'mail',
  // Until its screens come, only the server checks a report.
  'meeting',
  'passwordRule',
  'privacy',
  'secondFactor',
  'org',
  'profile',
  'question',
  'start',
  'summary',
] as const;

export type ServerArea = (typeof serverAreas)[number];

/** Areas of the catalogue that only some screens show: each set is a chunk that comes with its screens (routes.tsx, `texts`). */
export const lazyTexts = {
  dashboard: ['answer', 'attention', 'dashboard', 'duration', 'member', 'owed', 'reason', 'report', 'ring'],
  factor: ['factor', 'notConfirmed'],
  connect: ['connect', 'password'],
  microsoft: ['microsoft'],
  teamsGate: ['teamsGate'],
  restore: ['restore'],
  register: ['confirm', 'firstSteps', 'password', 'recover', 'register'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type LazyTexts = keyof typeof lazyTexts;
