import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '#contracts/core/endpoint.ts';
import type { isMeetingNameExists, Meeting, saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { CardDraft, previewCard } from '#contracts/answers/meetingCardPreview.ts';
import type { previewMeeting } from '#contracts/meetings/nextRunsPreview.ts';
import type { getSettings } from '#contracts/meetings/newMeetingDefaults.ts';
import type { QuestionDraft } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Call } from '../client/apiClient.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';
import { useReportsChanged } from '../reports/reportQueriesAndMutations.ts';

export interface ReportDefaults {
  /** The report types that this installation offers, the default type first. */
  readonly types: readonly Meeting['type'][];
  readonly standupQuestions: readonly QuestionDraft[];
  readonly retroQuestions: readonly QuestionDraft[];
  readonly firstReminderMessage: string;
  readonly secondReminderMessage: string;
  readonly publicBroadcastMessage: string;
}

const settingKeys = [
  'DefaultStandupQuestions',
  'DefaultFirstReminderMessage',
  'DefaultSecondReminderMessage',
  'DefaultPublicBroadcastMessage',
  'DefaultRetroQuestions',
  'MeetingTypes',
];

// A copy of the contract's list, because an import of the list would add the contract's schemas to the bundle.
const meetingTypes: readonly Meeting['type'][] = ['STANDUP', 'RETRO'];

const defaultsOf = (settings: OutputOf<typeof getSettings>): ReportDefaults => {
  const values = new Map(settings.map(({ key, value }) => [key, value]));
  const text = (key: string): string => values.get(key) ?? '';
  // The cast is safe, because the server wrote this JSON by the same contract.
  const questions = (key: string): QuestionDraft[] => JSON.parse(values.get(key) ?? '[]') as QuestionDraft[];
  const offered = text('MeetingTypes').split(',');
  const types = meetingTypes.filter((type) => offered.includes(type));
  return {
    types: types.length === 0 ? meetingTypes : types,
    standupQuestions: questions('DefaultStandupQuestions'),
    retroQuestions: questions('DefaultRetroQuestions'),
    firstReminderMessage: text('DefaultFirstReminderMessage'),
    secondReminderMessage: text('DefaultSecondReminderMessage'),
    publicBroadcastMessage: text('DefaultPublicBroadcastMessage'),
  };
};

export const useReportDefaults = (): UseQueryResult<ReportDefaults> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['reportDefaults'],
    queryFn: async ({ signal }) =>
      defaultsOf(
        await call<typeof getSettings>(
          { method: 'POST', path: '/api/productsetting/getsettings' },
          { keys: settingKeys },
          signal,
        ),
      ),
    staleTime: 3_600_000,
  });
};

/**
 * The name of a report, to be checked within its team. `meetingId` is the report being edited, which may keep its name;
 * undefined = a new report.
 */
export interface NameQuestion {
  readonly teamId: string;
  readonly name: string;
  readonly meetingId: string | undefined;
}

const nameQuery = (call: Call, { teamId, name, meetingId }: NameQuestion) => ({
  queryKey: ['nameTaken', teamId, name, meetingId ?? ''],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const { isExists } = await call<typeof isMeetingNameExists>(
      { method: 'GET', path: '/api/meeting/IsMeetingNameExists/{teamId}/{name}[/{meetingId}]' },
      { teamId, name, meetingId },
      signal,
    );
    return isExists;
  },
  staleTime: 5_000,
  retry: false,
});

/**
 * True if the server can check the name while the reader types. The name is a segment of the request's path, in which
 * `.` and `..` would change the path. Such a name is checked only when the report is saved.
 */
const canBeAsked = (name: string): boolean => name !== '' && !/^\.{1,2}$/.test(name);

export type NameCheck = 'unknown' | 'free' | 'taken' | 'failed';

/**
 * Returns whether the name is free, checked while the reader types, so that the wizard's next step need not wait for
 * the reply.
 */
export const useNameCheck = (question: NameQuestion): NameCheck => {
  const { call } = useApi();
  const { data, isError } = useQuery({ ...nameQuery(call, question), enabled: canBeAsked(question.name) });
  if (isError) return 'failed';
  if (data === undefined) return 'unknown';
  return data ? 'taken' : 'free';
};

const ask = async (client: QueryClient, call: Call, question: NameQuestion): Promise<boolean> => {
  if (!canBeAsked(question.name)) return false;
  try {
    return await client.query(nameQuery(call, question));
  } catch {
    // The check failed, so the name counts as free: saving checks it again.
    return false;
  }
};

/**
 * Returns a function that checks the name before the wizard's next step. It resolves to true if another report has the
 * name, and to false if the name is free or cannot be checked, because saving checks the name again.
 */
export const useAskName = (): ((question: NameQuestion) => Promise<boolean>) => {
  const { call } = useApi();
  const client = useQueryClient();
  return (question) => ask(client, call, question);
};

const previewRuns = 5;

export type PreviewDraft = Exclude<InputOf<typeof previewMeeting>['meeting'], string>;
export type Runs = OutputOf<typeof previewMeeting>;

/**
 * Returns the next runs of the draft; makes no call if `draft` is null. While the runs of a new draft load, returns the
 * runs of the previous one.
 */
export const usePreviewRuns = (draft: PreviewDraft | null): UseQueryResult<Runs> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['previewRuns', draft],
    queryFn:
      draft === null
        ? skipToken
        : ({ signal }) =>
            call<typeof previewMeeting>(
              { method: 'POST', path: '/api/meeting/preview' },
              { meeting: draft, count: previewRuns },
              signal,
            ),
    placeholderData: keepPreviousData,
  });
};

export const usePreviewCard = (draft: CardDraft | null): UseQueryResult<OutputOf<typeof previewCard>> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['previewCard', draft],
    queryFn:
      draft === null
        ? skipToken
        : ({ signal }) =>
            call<typeof previewCard>({ method: 'POST', path: '/api/meeting/previewcard' }, { meeting: draft }, signal),
    placeholderData: keepPreviousData,
  });
};

export const useSaveMeeting = () => {
  const { call } = useApi();
  const changed = useReportsChanged();
  return useMutation({
    mutationFn: (input: InputOf<typeof saveMeeting>) =>
      call<typeof saveMeeting>({ method: 'POST', path: '/api/meeting/save' }, input),
    onSuccess: changed,
  });
};
