import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { InputOf } from '#contracts/core/endpoint.ts';
import type {
  getTextModel,
  saveTextModel,
  testTextModel,
  TextModelSettings,
} from '#contracts/generatedSummaries/textModelSettings.ts';
import { ApiError } from '../client/apiClient.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

const queryKey = ['textModel'];

export const useTextModel = (): UseQueryResult<TextModelSettings> => {
  const { call } = useApi();
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call<typeof getTextModel>({ method: 'GET', path: '/api/org/textmodel' }, {}, signal),
  });
};

export type TextModelInput = Omit<InputOf<typeof saveTextModel>, 'orgId'>;

/**
 * Returns the stored settings if the server refused a save because another admin had changed the settings first;
 * undefined for every other error.
 */
export const textModelConflictOf = (error: unknown): TextModelSettings | undefined =>
  error instanceof ApiError && error.code === 'ORG_CHANGED'
    ? (error.reply?.data as { readonly textModel: TextModelSettings } | null | undefined)?.textModel
    : undefined;

export const useSaveTextModel = () => {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: TextModelInput) =>
      call<typeof saveTextModel>({ method: 'POST', path: '/api/org/textmodel' }, input),
    onError: (error) => {
      const theirs = textModelConflictOf(error);
      if (theirs !== undefined) client.setQueryData<TextModelSettings>(queryKey, theirs);
    },
    onSuccess: async (stored) => {
      client.setQueryData<TextModelSettings>(queryKey, stored);
      await client.invalidateQueries({ queryKey: ['report', 'generated'] });
    },
  });
};

export const useTestTextModel = () => {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<typeof testTextModel>({ method: 'POST', path: '/api/org/textmodel/test' }, {}),
    // The test call counts toward the month's use, and a successful test ends the pause after repeated failures.
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
};
