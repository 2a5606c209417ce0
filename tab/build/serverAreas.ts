/** Areas of the catalogue that only the server speaks, in chat, mail, activity and settings: they stay out of the web build. */
export const serverAreas = [
  'activity',
  'bot',
  'card',
  'default',
  'demo',
  'help',
  'http',
  'install',
  'mail',
  'passwordRule',
  'secondFactor',
  'org',
  'profile',
  'start',
  'summary',
] as const;

export type ServerArea = (typeof serverAreas)[number];
