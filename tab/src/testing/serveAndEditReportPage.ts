import { screen } from '@testing-library/react';
import type { MeetingDetail } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { MeetingConflict } from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import { aMeeting, ulid } from './testDataBuildersAndClock.ts';
import type { renderApp } from './renderApp.tsx';
import { answering, refusal, server } from './mockServer.ts';

// Fake replies and steps for the tests of the page on which a person edits a report.

export const editPath = `/reports/${ulid('standup')}?tab=details`;
export const savePath = '/api/meeting/save';
const savedInputs: Record<string, unknown>[] = [];

const aMemberRow = (name: string) => ({
  id: ulid(name),
  name,
  email: '',
  thumbnailUrl: null,
  isEnabled: true,
  timezone: null,
  isMuted: false,
  unreachable: null,
  unreachableSince: null,
});

/** Fakes the server's report. Each save increases its revision. A save that began from an older revision is refused. */
export const serveReport = (parts: Partial<MeetingDetail> = {}) => {
  let stored = aMeeting({ firstReminderMessage: 'Please answer.', ...parts });
  let changes: MeetingConflict['changes'] = [];
  server.use(
    answering('get', '/api/meeting/get/:meetingId', () => stored),
    answering('post', savePath, ({ body }) => {
      const input = body as Partial<MeetingDetail>;
      savedInputs.push(input);
      if (input.rev !== stored.rev)
        return refusal(409, 'MEETING_CHANGED', 'Another person changed this report.', {
          data: { meeting: stored, changes },
        });
      stored = { ...stored, ...input, rev: stored.rev + 1 };
      return { ...stored, runs: [] };
    }),
  );
  return {
    stored: () => stored,
    saveElsewhere: (change: Partial<MeetingDetail>, shownChanges: MeetingConflict['changes'] = []): void => {
      stored = { ...stored, ...change, rev: stored.rev + 1 };
      changes = shownChanges;
    },
  };
};

/** Fakes the calls of the page before each test. Returns the inputs of the saves, which begin empty in each test. */
export const serveEditReportPage = (): Record<string, unknown>[] => {
  beforeEach(() => {
    savedInputs.length = 0;
    server.use(
      answering('get', '/api/meeting/getreport/:teamId/meeting/:meetingId', () => ({
        date: '2026-11-20',
        isHoliday: false,
        reports: [],
      })),
      answering('get', '/api/member/list/:teamId', () =>
        [aMemberRow('Alex'), aMemberRow('Bob')].map((item, index) =>
          index === 0 ? { ...item, id: ulid('alex') } : item,
        ),
      ),
      answering('get', '/api/team/channels/:teamId', () => []),
      answering('get', '/api/timezone/list', () => ({
        timezones: [{ id: 'Europe/Berlin', name: '(UTC+01:00) Europe/Berlin', value: 'Europe/Berlin' }],
        default: 'Europe/Berlin',
      })),
      answering('get', '/api/meeting/IsMeetingNameExists/:teamId/:name/:meetingId', () => ({ isExists: false })),
    );
  });
  return savedInputs;
};

export const findName = () => screen.findByRole('textbox', { name: /^Name/ });

type User = ReturnType<typeof renderApp>['user'];
export const retype = async (user: User, field: HTMLElement, text: string): Promise<void> => {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
};
export const pressButton = (user: User, label: string): Promise<void> =>
  user.click(screen.getByRole('button', { name: label }));
