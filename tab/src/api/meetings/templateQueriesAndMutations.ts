import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { InputOf } from '#contracts/core/endpoint.ts';
import type { getMeeting } from '#contracts/meetings/saveAndReadMeetingCalls.ts';
import type {
  deleteTemplate,
  listTemplates,
  renameTemplate,
  ReportTemplate,
  saveTemplate,
} from '#contracts/meetings/templateCalls.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

const listKey = ['templates'];

/** Returns the templates from which the reader can begin a report of the team, in the reader's language. */
export const useTemplates = (teamId: string): UseQueryResult<ReportTemplate[]> => {
  const { call } = useApi();
  return useQuery({
    queryKey: [...listKey, teamId],
    queryFn: ({ signal }) =>
      call<typeof listTemplates>({ method: 'GET', path: '/api/template/list/{teamId}' }, { teamId }, signal),
    staleTime: 60_000,
  });
};

/** Reads the report that the reader copies. Reads it again for each copy, so that the copy is current. */
export const useReportToCopy = () => {
  const { call } = useApi();
  return useMutation({
    mutationFn: (meetingId: string) =>
      call<typeof getMeeting>({ method: 'GET', path: '/api/meeting/get/{meetingId}' }, { meetingId }),
  });
};

/**
 * Returns the function that reads the list again after a call, also after a refusal, because another admin may have
 * changed the list.
 */
const useListChanged = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: listKey });
};

export const useSaveTemplate = () => {
  const { call } = useApi();
  return useMutation({
    mutationFn: (input: InputOf<typeof saveTemplate>) =>
      call<typeof saveTemplate>({ method: 'POST', path: '/api/template/save' }, input),
    onSettled: useListChanged(),
  });
};

export const useRenameTemplate = () => {
  const { call } = useApi();
  return useMutation({
    mutationFn: (input: InputOf<typeof renameTemplate>) =>
      call<typeof renameTemplate>({ method: 'POST', path: '/api/template/rename/{templateId}' }, input),
    onSettled: useListChanged(),
  });
};

export const useDeleteTemplate = () => {
  const { call } = useApi();
  return useMutation({
    mutationFn: (templateId: string) =>
      call<typeof deleteTemplate>({ method: 'DELETE', path: '/api/template/delete/{templateId}' }, { templateId }),
    onSettled: useListChanged(),
  });
};
