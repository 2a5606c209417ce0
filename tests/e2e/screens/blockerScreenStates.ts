import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import type { Screen } from './screenStateType.ts';
import { changes, gives, neverAnswers, refuses, state } from '../fakeRepliesAndScreenSteps.ts';

// Lists the states of the blockers page: as the demo fills it, with open forms, with several pages, empty, loading and
// failed.

const person = (id: string, name: string) => ({ memberId: `01ARZ3NDEKTSV4RRFFQ69G5F${id}`, name, hasLeft: false });
const long = 'Wolfeschlegelsteinhausenbergerdorff-Müller';

const item = (id: string, name: string, more: object = {}) => ({
  ...{ teamId: '01ARZ3NDEKTSV4RRFFQ69G5FAY', teamName: 'Platform engineering and everybody they work with' },
  ...{ meetingId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', meetingName: 'Retrospective of platform engineering' },
  owner: { ...person(id, name), thumbnailUrl: null },
  ...{ text: 'Need a decision on the export format. '.repeat(30), state: 'OPEN', since: '2026-11-10', days: 7 },
  ...{ closedAt: null, changed: null, needed: null, note: null },
  actions: ['ACKNOWLEDGE', 'RESOLVE', 'HAND_BACK', 'NEED'],
  ...more,
});

const member = (id: string, name: string) => ({
  ...{ id: `01ARZ3NDEKTSV4RRFFQ69G5F${id}`, name, email: '', thumbnailUrl: null, isEnabled: true, role: 'user' },
  ...{ timezone: null, isMuted: false, unreachable: null, unreachableSince: null },
});

const asSecondTeam = (team: Team) => ({
  ...team,
  ...{ id: '01ARZ3NDEKTSV4RRFFQ69G5FAY', name: 'Platform engineering and everybody they work with' },
});

const many = [
  item('A1', long),
  item('A2', 'Bob Lindqvist', { state: 'ACKNOWLEDGED', needed: person('A3', long), actions: ['RESOLVE'] }),
  item('A4', 'Farid Haddad', { state: 'REOPENED', note: { text: 'Not mine. '.repeat(40), by: long } }),
  item('A5', 'Grace Okafor', { state: 'RESOLVED', text: '', actions: ['REOPEN'] }),
];

const lists = (items: readonly object[]) => ({
  ...{ items, pageCount: 25, pageNumber: 1, totalItems: items.length === 0 ? 0 : 60 },
  counts: { OPEN: items.length, ACKNOWLEDGED: 0, REOPENED: 0, RESOLVED: 0 },
  reports: [],
  people: [person('A1', long), { ...person('A2', 'Bob Lindqvist'), hasLeft: true }],
});

const showing = (name: string, items: readonly object[], shows: string, click?: string): Screen => ({
  name,
  who: 'bob',
  open: async (page, address) => {
    const reply = { status: 'Success', data: lists(items), code: 200, message: '', errorCode: null };
    await page.route('**/api/blocker/getlist', (route) => route.fulfill({ json: reply }));
    const people = { ...reply, data: [member('A1', long), member('A2', 'Bob Lindqvist'), member('A3', `${long} II`)] };
    await page.route('**/api/member/list/*', (route) => route.fulfill({ json: people }));
    await page.goto(`${address}/blockers`);
    if (click !== undefined) await page.getByRole('button', { name: click }).first().click();
    await page.getByText(shows).first().waitFor();
  },
});

export const blockerScreenStates: readonly Screen[] = [
  state('blockers', { at: '/blockers?state=ALL', shows: 'Sort by', who: 'ann' }),
  state('embedded-blockers', { at: '/teams/blockers', shows: 'Sort by', who: 'bob' }),
  showing('blockers-many', many, 'Page 1 of 3'),
  showing('blockers-needed', many, 'Who is needed?', `Needs someone: the blocker of ${long}`),
  showing('blockers-note', many, 'You may leave it empty', `Not me: the blocker of ${long}`),
  showing('blockers-none', [], 'No blockers'),
  state('blockers-filtered', {
    at: '/blockers?state=ALL&age=10&who=NEEDS_ME',
    shows: 'No blocker matches the filters.',
    who: 'bob',
  }),
  state('blockers-of-person', {
    at: '/blockers?state=ALL&who=01ARZ3NDEKTSV4RRFFQ69G5FA1',
    answers: { 'blocker/getlist': gives(lists(many.slice(0, 2))) },
    shows: 'Retrospective of platform engineering',
    who: 'bob',
  }),
  state('blockers-organisation', {
    at: '/blockers?state=ALL',
    answers: {
      'team/list': changes((teams: readonly Team[]) => [...teams, ...teams.map(asSecondTeam)]),
      'blocker/getlist': gives(lists(many)),
    },
    shows: 'Retrospective of platform engineering',
    who: 'ann',
  }),
  {
    name: 'blockers-loading',
    who: 'bob',
    open: async (page, address) => {
      await page.route('**/api/blocker/getlist', neverAnswers);
      await page.goto(`${address}/blockers`);
      await page.getByText('Sort by').waitFor();
    },
  },
  state('blockers-failed', {
    at: '/blockers',
    answers: { 'blocker/getlist': refuses(400, 'INVALID_INPUT', 'Please try again later.') },
    shows: 'Please try again later.',
    who: 'bob',
  }),
];
