import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { aDay, aMeeting, aMember, aReport, me, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../testing/mockServer.ts';
import type { MeetingDetail } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { MeetingWhy } from '#contracts/reports/whyPromptedOrNot.ts';

const path = `/reports/${ulid('standup')}`;
const get = '/api/meeting/get/:meetingId';
const days = '/api/meeting/getreport/:teamId/meeting/:meetingId';
const busy = 'The service is busy at the moment. Please try again in a few seconds.';

const withMeeting = (parts: Partial<MeetingDetail> = {}): void => {
  server.use(answering('get', get, () => aMeeting(parts)));
};
const withDay = (...members: readonly ReturnType<typeof aMember>[]): void => {
  server.use(
    answering('get', days, ({ url }) => ({
      ...aDay({ reports: [aReport({ members: [...members] })] }),
      date: url.searchParams.get('date'),
    })),
  );
};
const asUser = (): void => {
  server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'user' })));
};

beforeEach(() => {
  withMeeting();
  withDay(aMember('Alex'), aMember('Bob'));
});

describe('why a member was asked', () => {
  const why: MeetingWhy = {
    meetingId: ulid('standup'),
    memberId: ulid('Bob'),
    date: '2026-11-20' as MeetingWhy['date'],
    isAsked: true,
    askedAt: null,
    delivery: 'CHAT',
    reason: null,
    opensAt: null,
    closesAt: null,
    answeredAt: null,
    text: 'Asked at 10:00 in the personal chat.',
    messages: [
      {
        kind: 'FIRST_REMINDER',
        sentAt: null,
        isLate: false,
        reason: 'ANSWERED',
        text: 'No reminder: already answered.',
      },
    ],
  };

  it('opens for a lead from the person’s card and returns the focus', async () => {
    const requested: string[] = [];
    server.use(
      answering('get', '/api/meeting/why/:meetingId/:memberId', ({ params, url }) => {
        requested.push(`${String(params['memberId'])} ${url.searchParams.get('date') ?? ''}`);
        return why;
      }),
    );
    const { user } = renderApp(path);
    const button = await screen.findByRole('button', { name: 'When asked? Bob' });
    await user.click(button);
    const popup = within(await screen.findByRole('dialog', { name: /^Bob, Fri/ }));
    expect(await popup.findByText('Asked at 10:00 in the personal chat.')).toBeVisible();
    expect(popup.getByText('No reminder: already answered.')).toBeVisible();
    expect(requested).toEqual([`${ulid('Bob')} 2026-11-20`]);
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(button).toHaveFocus();
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('words the question differently where a person was absent', async () => {
    withDay(aMember('Bob', { state: 'AWAY', isHoliday: true }));
    renderApp(path);
    expect(await screen.findByRole('button', { name: 'Why not asked? Bob' })).toBeVisible();
  });

  it('knows that a person was asked who answered before the run was cancelled', async () => {
    const bob = aMember('Bob', { state: 'ANSWERED', isCompleted: true });
    const report = aReport({ state: 'CANCELLED', members: [bob, aMember('Cy', { state: 'MISSING' })] });
    server.use(
      answering('get', '/api/meeting/getreport/:teamId/meeting/:meetingId', () => aDay({ reports: [report] })),
    );
    renderApp(path);
    expect(await screen.findByRole('button', { name: 'When asked? Bob' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Why not asked? Cy' })).toBeVisible();
  });

  it('shows a message when it cannot be shown', async () => {
    server.use(answering('get', '/api/meeting/why/:meetingId/:memberId', () => refusal(503, 'UNAVAILABLE', busy)));
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'When asked? Bob' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(busy);
  });

  it('shows other readers only their own reason', async () => {
    asUser();
    withMeeting({ createdBy: ulid('bob') });
    withDay(aMember('Alex', { memberId: ulid('alex') }), aMember('Bob'));
    renderApp(path);
    expect(await screen.findByRole('button', { name: 'When asked? Alex' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'When asked? Bob' })).not.toBeInTheDocument();
  });
});

describe('an open blocker', () => {
  const blocked = (name: string) =>
    aMember(name, { state: 'BLOCKED', hasBlocker: true, blockedSince: '2026-11-19' as never, blockerText: 'Waiting.' });
  const mark = (name: string): string => `Mark ${name}’s blocker as resolved`;

  it('is marked as resolved by an admin, who keeps their place', async () => {
    withDay(blocked('Bob'));
    const called: string[] = [];
    server.use(
      answering('post', '/api/meeting/resolveBlocker/:meetingId/:memberId', ({ params }) => {
        called.push(`${String(params['meetingId'])} ${String(params['memberId'])}`);
        withDay(aMember('Bob'));
        return { meetingId: ulid('standup'), memberId: ulid('Bob'), isResolved: true };
      }),
    );
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: mark('Bob') }));
    expect(await screen.findByText('Bob’s blocker is resolved.')).toBeVisible();
    expect(called).toEqual([`${ulid('standup')} ${ulid('Bob')}`]);
    expect(screen.queryByRole('button', { name: mark('Bob') })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'When asked? Bob' })).toHaveFocus();
  });

  it('shows the reason for a refusal, and offers a retry', async () => {
    withDay(blocked('Bob'));
    server.use(
      answering('post', '/api/meeting/resolveBlocker/:meetingId/:memberId', () => refusal(503, 'UNAVAILABLE', busy)),
    );
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: mark('Bob') }));
    expect(await screen.findByText(busy)).toBeVisible();
    expect(screen.getByRole('button', { name: mark('Bob') })).toHaveFocus();
  });

  it('lets a reader without the admin role resolve only their own open blocker', async () => {
    asUser();
    withDay(blocked('Bob'), { ...blocked('Alex'), memberId: ulid('alex') }, aMember('Cy', { hasBlocker: true }));
    renderApp(path);
    expect(await screen.findByRole('button', { name: mark('Alex') })).toBeVisible();
    expect(screen.queryByRole('button', { name: mark('Bob') })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: mark('Cy') })).not.toBeInTheDocument();
  });
});
