import type { Catchup } from '#contracts/reports/getCatchup.ts';
import { readPartsAlone } from '../fakeRepliesAndScreenSteps.ts';
import type { Screen } from './screenStateType.ts';

// Fakes the dashboard of a reader who was away for weeks: the reply contains more events than the catch-up shows before
// the reader expands it.

const standup = { meetingId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', meetingName: 'Daily stand-up', type: 'STANDUP' };
const retro = {
  meetingId: '01ARZ3NDEKTSV4RRFFQ69G5FAW',
  meetingName: 'Retrospective of platform engineering and everybody they work with',
  type: 'RETRO',
};
const counts = { answered: 5, asked: 7, late: 1, goals: 3, blockers: 1 };
const ended = (date: string) => ({ ...standup, ...counts, date, completedAt: `${date}T12:00:00.000Z`, reason: null });
const bob = { ...standup, memberId: '01ARZ3NDEKTSV4RRFFQ69G5FAX', name: 'Bob Lindqvist', since: '2026-11-17' };
const text = 'Need a decision on the export format before the next release. '.repeat(6);

const catchup = {
  ...{
    teamId: '01ARZ3NDEKTSV4RRFFQ69G5FAY',
    lastVisitAt: '2026-09-30T08:00:00.000Z',
    from: '2026-10-19T10:00:00.000Z',
  },
  completed: [
    { ...ended('2026-11-13'), ...retro, reason: 'HOLIDAY' },
    ...['2026-11-17', '2026-11-16', '2026-11-13', '2026-11-12', '2026-11-11'].map(ended),
  ],
  missed: [{ ...standup, date: '2026-11-10', opensAt: '2026-11-10T10:00:00.000Z', reason: 'DOWNTIME' }],
  newBlockers: [
    { ...bob, openedAt: '2026-11-17T10:20:00.000Z', text },
    {
      ...{
        ...bob,
        ...retro,
        memberId: '01ARZ3NDEKTSV4RRFFQ69G5FAZ',
        name: 'Wolfeschlegelsteinhausenbergerdorff-Müller',
      },
      ...{ openedAt: '2026-11-13T10:20:00.000Z', text: '' },
    },
  ],
  resolvedBlockers: [{ ...bob, name: 'Farid Haddad', closedAt: '2026-11-16T10:20:00.000Z' }],
} satisfies Readonly<Record<keyof Catchup, unknown>>;

export const catchupScreenStates: Screen = {
  name: 'catchup',
  who: 'bob',
  open: async (page, address) => {
    const reply = { status: 'Success', data: catchup, code: 200, message: '', errorCode: null };
    await readPartsAlone(page);
    await page.route('**/api/report/catchup/*', (route) => route.fulfill({ json: reply }));
    await page.goto(address);
    await page.getByRole('button', { name: /^Since your last visit/ }).click();
    await page.getByRole('heading', { level: 2, name: /^Since your last visit/ }).waitFor();
  },
};
