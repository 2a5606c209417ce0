import type { Endpoint, InputOf, OutputOf } from '#contracts/core/endpoint.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import type { getUserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { getCard } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { getAllMeetings } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { previewMeeting } from '#contracts/meetings/nextRunsPreview.ts';
import type { listTeams } from '#contracts/organisations/teamAndMemberCalls.ts';
import type { getCatchup } from '#contracts/reports/getCatchup.ts';
import type { getReport } from '#contracts/reports/dailyReport.ts';
import type { Dashboard, getDashboard } from '#contracts/dashboard/getDashboard.ts';
import type { getNearbyRuns } from '#contracts/reports/getNearbyRuns.ts';
import type { getAttention } from '#contracts/attention/getAttention.ts';
import type { getWaiting } from '#contracts/answers/getWaitingRuns.ts';
import { requestOf } from './apiClient.ts';
import type { Call, Route } from './apiClient.ts';
import type { SessionStore } from './sessionStore.ts';

// Reads all data of the dashboard with one request. The calls of the page take their replies from this data, so that
// screens and queries need no special code for the dashboard.

/** Returns a text that is the same for two requests with the same method, address and body. */
const keyOf = <E extends Endpoint>({ method, path }: Route<E>, input: InputOf<E>): string => {
  const { url, body = '' } = requestOf(method, path, input as Readonly<Record<string, unknown>>);
  return `${method} ${url} ${body}`;
};

/** Maps the key of a request (`keyOf`) to its reply. */
type Parts = Map<string, unknown>;

const partsOf = (dashboard: Dashboard, date: LocalDate): Parts => {
  const { teamId, user, teams, meetings, report, nearby, attention, waiting, catchup, ahead } = dashboard;
  const parts: Parts = new Map();
  const put = <E extends Endpoint>(route: Route<E>, input: InputOf<E>, reply: OutputOf<E>): void => {
    parts.set(keyOf(route, input), reply);
  };
  put<typeof getUserDetails>({ method: 'GET', path: '/api/auth/getuserdetails' }, {}, user);
  put<typeof listTeams>({ method: 'GET', path: '/api/team/list' }, {}, teams);
  put<typeof getAllMeetings>({ method: 'GET', path: '/api/meeting/getall/{teamId}' }, { teamId }, meetings);
  put<typeof getReport>(
    { method: 'GET', path: '/api/meeting/getreport/{teamId}/meeting[/{meetingId}]' },
    { teamId, date },
    report,
  );
  if (nearby !== null)
    put<typeof getNearbyRuns>({ method: 'GET', path: '/api/report/nearby/{teamId}' }, { teamId, date }, nearby);
  put<typeof getAttention>({ method: 'GET', path: '/api/report/attention/{teamId}' }, { teamId }, attention);
  put<typeof getWaiting>({ method: 'GET', path: '/api/report/waiting' }, {}, waiting);
  put<typeof getCatchup>({ method: 'GET', path: '/api/report/catchup/{teamId}' }, { teamId }, catchup);
  for (const { meetingId, runs, card } of ahead) {
    put<typeof previewMeeting>(
      { method: 'POST', path: '/api/meeting/preview' },
      { meeting: meetingId, count: 1 },
      runs,
    );
    if (card === null) continue;
    put<typeof getCard>({ method: 'GET', path: '/api/meeting/card/{meetingId}' }, { meetingId, date: card.date }, card);
  }
  return parts;
};

/**
 * Calls that the page makes before it knows its team. Only these calls wait for the dashboard's reply; the page makes
 * its other calls after them.
 */
const firstCalls: ReadonlySet<string> = new Set([
  keyOf<typeof getUserDetails>({ method: 'GET', path: '/api/auth/getuserdetails' }, {}),
  keyOf<typeof listTeams>({ method: 'GET', path: '/api/team/list' }, {}),
]);

/** Age in milliseconds from which data counts as stale. A screen that opens with stale data reads it again. */
export const freshMs = 10_000;

/** Milliseconds for which a call of the page waits for the dashboard's reply. It then asks the server itself. */
export const longestWaitMs = 3_000;

interface Held {
  readonly person: string;
  readonly parts: Parts;
  readonly until: number;
}

interface Reading {
  readonly person: string;
  readonly done: Promise<void>;
}

export interface DashboardCall {
  /**
   * Requests all data of the dashboard of `date`, which must be today's date. Has no effect while such a reply for the
   * same person is awaited or in use.
   */
  readonly start: (date: LocalDate) => void;
  /**
   * Returns the call's part of the dashboard's reply if the reply has arrived and contains it, otherwise undefined.
   * Each part is returned at most once, by this function or by `call`.
   */
  readonly take: <E extends Endpoint>(route: Route<E>, input: InputOf<E>) => OutputOf<E> | undefined;
  /**
   * Returns the call's part of the dashboard's reply if there is one, otherwise calls the server. Each part answers at
   * most one call.
   */
  readonly call: Call;
  /** Forgets the reply, also one that is still awaited, because its data may be outdated. */
  readonly drop: () => void;
}

interface DashboardDeps {
  readonly call: Call;
  readonly session: SessionStore;
  readonly clock: { readonly now: () => number };
}

/**
 * Returns a text that changes when the session ends and when another person or organisation signs in, so that one
 * person never gets the data of another.
 */
const personOf = (session: SessionStore): string => {
  const state = session.state();
  const who = state.status === 'signedIn' ? [state.email, state.orgId, state.memberId] : [];
  return JSON.stringify([session.generation(), ...who]);
};

/** Resolves when `done` resolves, and after `longestWaitMs` at the latest. */
const waitFor = (done: Promise<void>): Promise<unknown> =>
  Promise.race([done, new Promise((resolve) => setTimeout(resolve, longestWaitMs))]);

export const createDashboardCall = ({ call, session, clock }: DashboardDeps): DashboardCall => {
  let reading: Reading | undefined;
  let held: Held | undefined;
  let drops = 0;
  const drop = (): void => {
    drops += 1;
    held = undefined;
  };
  const heldNow = (): Held | undefined => {
    if (held !== undefined && (held.person !== personOf(session) || clock.now() >= held.until)) held = undefined;
    return held;
  };
  const read = async (date: LocalDate, person: string): Promise<void> => {
    const teamId = session.storage().get(storageKeys.selectedTeam) ?? undefined;
    const dropsBefore = drops;
    try {
      const dashboard = await call<typeof getDashboard>(
        { method: 'GET', path: '/api/report/dashboard' },
        { teamId, date },
      );
      if (drops === dropsBefore && person === personOf(session))
        held = { person, parts: partsOf(dashboard, date), until: clock.now() + freshMs };
    } catch {
      // The error is ignored, because the page then calls the server for each part, and these calls show the error.
    }
  };
  const take = (key: string): unknown => {
    const parts = heldNow()?.parts;
    const part = parts?.get(key);
    parts?.delete(key);
    return part;
  };
  return {
    start: (date) => {
      const person = personOf(session);
      if (reading?.person === person || heldNow() !== undefined) return;
      const begun = { person, done: read(date, person) };
      reading = begun;
      void begun.done.then(() => {
        if (reading === begun) reading = undefined;
      });
    },
    take: <E extends Endpoint>(route: Route<E>, input: InputOf<E>) =>
      take(keyOf(route, input)) as OutputOf<E> | undefined,
    call: async <E extends Endpoint>(
      route: Route<E>,
      input: InputOf<E>,
      signal?: AbortSignal,
    ): Promise<OutputOf<E>> => {
      const key = keyOf(route, input);
      if (firstCalls.has(key) && reading !== undefined) await waitFor(reading.done);
      // An aborted call must not use up a part.
      signal?.throwIfAborted();
      const part = take(key);
      if (part !== undefined) return part as OutputOf<E>;
      // A call that is not a GET may change data.
      if (route.method !== 'GET') drop();
      return call(route, input, signal);
    },
    drop,
  };
};
