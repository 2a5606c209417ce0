import type { Runs } from '../api/meetings/reportFormQueriesAndSave.ts';
import type { Timezones } from '../api/people/timezonesQuery.ts';
import type { Channels } from '../api/organisations/teamMembersAndChannelsQueries.ts';
import type { Member } from '#contracts/organisations/teamAndMemberCalls.ts';
import { now, ulid } from './testDataBuildersAndClock.ts';
import { answering, server } from './mockServer.ts';

// Fake replies of the server to the calls of the report form. A test replaces single replies with `server.use`.

const zones = ['America/New_York', 'Asia/Kolkata', 'Europe/Berlin', 'UTC'];
const timezones = {
  timezones: zones.map((id) => ({ id, name: `${id} (UTC+00:00)`, value: id })),
  default: 'Europe/Berlin',
} as unknown as Timezones;

export const aPerson = (name: string, parts: Partial<Member> = {}): Member => ({
  id: ulid(name),
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@rollcall.test`,
  thumbnailUrl: null,
  isEnabled: true,
  role: 'user',
  timezone: null,
  isMuted: false,
  unreachable: null,
  unreachableSince: null,
  ...parts,
});

const standup = [
  { sequence: 1, type: 'TEXT', text: 'What did you get done?' },
  { sequence: 2, type: 'TEXT', text: 'What do you plan to do?', isTimesheetQuestion: true },
  {
    sequence: 3,
    type: 'OPTIONS',
    text: 'Are you blocked?',
    options: ['No', 'Yes'],
    isBlocker: true,
    blockingOptions: ['Yes'],
  },
];
const retro = [{ sequence: 1, type: 'TEXT', text: 'What went well?' }];

export const settings = [
  { key: 'DefaultStandupQuestions', value: JSON.stringify(standup) },
  { key: 'DefaultRetroQuestions', value: JSON.stringify(retro) },
  { key: 'DefaultFirstReminderMessage', value: 'First reminder text' },
  { key: 'DefaultSecondReminderMessage', value: 'Second reminder text' },
  { key: 'DefaultPublicBroadcastMessage', value: 'Broadcast text' },
  { key: 'MeetingTypes', value: 'STANDUP,RETRO' },
];

const card = {
  type: 'AdaptiveCard',
  version: '1.5',
  body: [{ type: 'TextBlock', text: 'The card itself', wrap: true }],
  actions: [{ type: 'Action.Submit', title: 'Send' }],
};

export const aRun = (date: string, parts: Partial<Runs[number]> = {}): Runs[number] => ({
  date: date as Runs[number]['date'],
  at: `${date}T09:00:00.000Z` as Runs[number]['at'],
  state: 'RUN',
  members: [],
  ...parts,
});

/** Sets the default replies: every name is free, and the team has three members and no channel except General. */
export const answerReportForm = (): void => {
  server.use(
    answering('get', '/api/timezone/list', () => timezones),
    answering('post', '/api/productsetting/getsettings', () => settings),
    answering('get', '/api/member/list/:teamId', () => [aPerson('Ann Moreau'), aPerson('Bob Lee'), aPerson('Cy Park')]),
    answering('get', '/api/team/channels/:teamId', (): Channels => []),
    answering('get', '/api/meeting/IsMeetingNameExists/:teamId/:name/:meetingId', () => ({ isExists: false })),
    answering('post', '/api/meeting/preview', () => [aRun('2026-11-23'), aRun('2026-11-24')]),
    answering('post', '/api/meeting/previewcard', () => ({ card })),
    answering('get', '/api/meeting/getlist/:teamId', () => []),
    answering('get', '/api/template/list/:teamId', () => []),
    answering('post', '/api/meeting/save', ({ body }) => ({
      ...(body as object),
      id: ulid('saved'),
      createdOn: new Date(now).toISOString(),
      runs: [],
    })),
  );
};
