import { QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { getUserDetails, UserDetails } from '#contracts/identity/sessionUserDetailsAndPasswordCalls.ts';
import type { getCard, saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { InputOf, OutputOf } from '#contracts/core/endpoint.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { getAllMeetings } from '#contracts/meetings/saveAndReadMeetingCalls.ts';
import { doesOrgAllow } from '#contracts/core/orgPauseRules.ts';
import type { OrgAction } from '#contracts/core/orgPauseRules.ts';
import type { DailyReport, getReport } from '#contracts/reports/dailyReport.ts';
import type { listTeams, Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { ApiError } from './apiClient.ts';
import { freshMs } from './answerCallsFromDashboardReply.ts';
import { useApi } from './apiContextAndSessionHooks.ts';

const mayRecover = new Set(['INVALID_ENDPOINT', 'UNAVAILABLE', 'INTERNAL']);
const reportMs = 15_000;

/** True if the error leaves open whether the server handled the call, for example because the reply was lost. */
export const isWithoutResult = (error: unknown): boolean => error instanceof ApiError && mayRecover.has(error.code);

/**
 * Creates the cache of the server's data. A failed read is repeated up to `retries` times if the server may not have
 * handled it (`isWithoutResult`); a refused read is never repeated.
 */
export const createQueryClient = (retries: number): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // `always` runs queries while the browser is offline too. A query that waits for the connection would show
        // nothing; a failed query shows the failure and a retry button.
        networkMode: 'always',
        staleTime: freshMs,
        retry: (failures, error) => isWithoutResult(error) && failures < retries,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  // Drafts stay in the cache until they are sent or discarded, or their writer signs out.
  client.setQueryDefaults(['draft'], { gcTime: Infinity, staleTime: Infinity });
  return client;
};

export const useTeamList = (): UseQueryResult<Team[]> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['teams'],
    queryFn: ({ signal }) => call<typeof listTeams>({ method: 'GET', path: '/api/team/list' }, {}, signal),
    staleTime: 60_000,
  });
};

export const useUserDetails = (): UseQueryResult<UserDetails> => {
  const { call, session } = useApi();
  return useQuery({
    queryKey: ['me'],
    queryFn: async ({ signal }) => {
      const details = await call<typeof getUserDetails>(
        { method: 'GET', path: '/api/auth/getuserdetails' },
        {},
        signal,
      );
      session.detailsKnown(details);
      return details;
    },
    staleTime: 300_000,
  });
};

/**
 * True if the organisation's state allows the action. Also true until the state is loaded, so that no control appears
 * disabled for a moment.
 */
export const useOrgAllows = (action: OrgAction): boolean => {
  const { data: me } = useUserDetails();
  return doesOrgAllow(action, me?.orgPause ?? null);
};

export type MeetingName = OutputOf<typeof getAllMeetings>[number];

export const useMeetingNames = (teamId: string): UseQueryResult<MeetingName[]> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['meetings', teamId],
    queryFn: ({ signal }) =>
      call<typeof getAllMeetings>({ method: 'GET', path: '/api/meeting/getall/{teamId}' }, { teamId }, signal),
    staleTime: 60_000,
  });
};

interface ReportQuery {
  readonly teamId: string;
  readonly meetingId: string | undefined;
  readonly date: LocalDate;
  /** True to read the report again every 15 seconds while the page is visible. */
  readonly isLive: boolean;
}

export const useReport = ({ teamId, meetingId, date, isLive }: ReportQuery): UseQueryResult<DailyReport> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['report', teamId, date, meetingId ?? 'all'],
    queryFn: ({ signal }) =>
      call<typeof getReport>(
        { method: 'GET', path: '/api/meeting/getreport/{teamId}/meeting[/{meetingId}]' },
        { teamId, meetingId, date },
        signal,
      ),
    refetchInterval: isLive ? reportMs : false,
    refetchOnWindowFocus: isLive,
  });
};

export type AnswerCard = OutputOf<typeof getCard>;

interface CardQuery {
  readonly meetingId: string;
  readonly date: LocalDate;
  readonly edit: boolean;
  /** True to fill the form with the reader's previous answers ("Same as last time"). */
  readonly fill: boolean;
  /**
   * Number of openings of the card so far. It is part of the query key, so that each opening loads a new card, which
   * includes an answer that was saved meanwhile.
   */
  readonly round: number;
}

/**
 * Returns the card with which the reader answers a run. The query never reads the card again by itself, because a new
 * card would discard the text that the reader has typed.
 */
export const useAnswerCard = ({ meetingId, date, edit, fill, round }: CardQuery): UseQueryResult<AnswerCard> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['card', meetingId, date, edit, fill, round],
    queryFn: ({ signal }) =>
      call<typeof getCard>(
        { method: 'GET', path: '/api/meeting/card/{meetingId}' },
        { meetingId, date, edit: edit ? 'true' : 'false', ...(fill ? { fill: 'last' } : {}) },
        signal,
      ),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
};

/**
 * Returns a mutation that saves an answer. `onSaved` is called even if the component that saved has been unmounted by
 * then.
 */
export const useSaveAnswer = (onSaved: (saved: OutputOf<typeof saveAnswer>) => void) => {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof saveAnswer>) =>
      call<typeof saveAnswer>({ method: 'POST', path: '/api/meeting/answer' }, input),
    onSuccess: (saved) => {
      onSaved(saved);
      return Promise.all(['report', 'ahead', 'timesheet'].map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
  });
};
