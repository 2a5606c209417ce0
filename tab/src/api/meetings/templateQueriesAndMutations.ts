import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { InputOf } from '#contracts/core/endpoint.ts';
import type { getMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type {
  deleteTemplate,
  listTemplates,
  renameTemplate,
  ReportTemplate,
  saveTemplate,
} from '#contracts/meetings/templateCalls.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

const listKey = ['templates'];

/** Returns the templates with which the reader can begin a report in the team, in the reader's language. */
export const useTemplates = (teamId: string): UseQueryResult<ReportTemplate[]> => {
  const { call } = useApi();
  return useQuery({
    queryKey: [...listKey, teamId],
    queryFn: ({ signal }) =>
      call<typeof listTemplates>({ method: 'GET', path: '/api/template/list/{teamId}' }, { teamId }, signal),
    staleTime: 60_000,
  });
};

/**
 * Returns a mutation that reads the report to be copied. It is no cached query, so that each copy begins with the
 * current report.
 */
export const useReportToCopy = () => {
  const { call } = useApi();
  return useMutation({
    mutationFn: (meetingId: string) =>
      call<typeof getMeeting>({ method: 'GET', path: '/api/meeting/get/{meetingId}' }, { meetingId }),
  });
};

/**
 * Returns the function that reads the list of templates again after a call, also after a refused one, because another
 * admin may have changed the list.
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
