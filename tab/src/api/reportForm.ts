import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '#contracts/endpoint.ts';
import type { isMeetingNameExists, Meeting, saveMeeting } from '#contracts/meeting.ts';
import type { CardDraft, previewCard } from '#contracts/meetingCard.ts';
import type { previewMeeting } from '#contracts/meetingPreview.ts';
import type { getSettings } from '#contracts/productSetting.ts';
import type { QuestionDraft } from '#contracts/question.ts';
import type { listMembers, Member, teamChannels } from '#contracts/team.ts';
import type { listTimezones } from '#contracts/timezone.ts';
import type { Call } from './client.ts';
import { useApi } from './context.ts';
import { useReportsChanged } from './reports.ts';

// What a report is made of, asked while it is written.

export const useMembers = (teamId: string): UseQueryResult<Member[]> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['members', teamId],
    queryFn: ({ signal }) =>
      call<typeof listMembers>({ method: 'GET', path: '/api/member/list/{teamId}' }, { teamId }, signal),
    staleTime: 60_000,
  });
};

export type Channels = OutputOf<typeof teamChannels>;

export const useChannels = (teamId: string): UseQueryResult<Channels> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['channels', teamId],
    queryFn: ({ signal }) =>
      call<typeof teamChannels>({ method: 'GET', path: '/api/team/channels/{teamId}' }, { teamId }, signal),
    staleTime: 60_000,
  });
};

export type Timezones = OutputOf<typeof listTimezones>;

/** Every zone with its offset now; the default is the one the browser stands in. */
export const useTimezones = (zone: string): UseQueryResult<Timezones> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['timezones', zone],
    queryFn: ({ signal }) =>
      call<typeof listTimezones>({ method: 'GET', path: '/api/timezone/list' }, { zone }, signal),
    staleTime: 3_600_000,
  });
};

/** What a new report begins with. */
export interface ReportDefaults {
  /** The types offered here, the usual one first. */
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

// The contract's own list would bring its schemas along.
const meetingTypes: readonly Meeting['type'][] = ['STANDUP', 'RETRO'];

const defaultsOf = (settings: OutputOf<typeof getSettings>): ReportDefaults => {
  const values = new Map(settings.map(({ key, value }) => [key, value]));
  const text = (key: string): string => values.get(key) ?? '';
  // The server's own JSON, by its contract.
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

/** A name in a team; `meetingId` = the report that may keep it. */
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

/** A path of dots is another address: such a name is left to the saving to judge. */
const canBeAsked = (name: string): boolean => name !== '' && !/^\.{1,2}$/.test(name);

export type NameCheck = 'unknown' | 'free' | 'taken' | 'failed';

/** Whether the name is taken, asked while it is typed. */
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
    // Who cannot be told that it is taken may go on: saving judges in the end.
    return false;
  }
};

/** Whether the name is taken, known for certain before going on. A check that fails counts as free. */
export const useAskName = (): ((question: NameQuestion) => Promise<boolean>) => {
  const { call } = useApi();
  const client = useQueryClient();
  return (question) => ask(client, call, question);
};

/** As many runs as the preview tells of. */
const previewRuns = 5;

export type PreviewDraft = Exclude<InputOf<typeof previewMeeting>['meeting'], string>;
export type Runs = OutputOf<typeof previewMeeting>;

/** The next runs of a report as it is written; those of the draft before stay until the new ones are here. Null = nothing to ask yet. */
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

/** The card that a report as it is written would send to the reader. */
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
