import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type {
  approveSummaryEmail,
  askSummaryEmail,
  getSummaryEmails,
  SummaryEmail,
} from '#contracts/summaryEmails/summaryEmailsAndConsent.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

const keyOf = (meetingId: string) => ['summaryEmails', meetingId];

/**
 * Returns the saved email addresses of a report with their consent state; makes no call if `saved` is empty. `saved`
 * contains the addresses as saved and is part of the query key, so that each save reads the states again.
 */
export const useSummaryEmails = (meetingId: string, saved: string): UseQueryResult<SummaryEmail[]> => {
  const { call } = useApi();
  return useQuery({
    queryKey: [...keyOf(meetingId), saved],
    queryFn:
      saved === ''
        ? skipToken
        : ({ signal }) =>
            call<typeof getSummaryEmails>(
              { method: 'GET', path: '/api/meeting/summaryEmails/{meetingId}' },
              { meetingId },
              signal,
            ),
    staleTime: 10_000,
  });
};

/**
 * ASK sends the request for consent to the address again; APPROVE lets an admin accept the address without its consent.
 */
export type AddressAction = 'ASK' | 'APPROVE';

export const useAddressAction = (meetingId: string, saved: string) => {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, email }: { readonly action: AddressAction; readonly email: string }) =>
      action === 'ASK'
        ? call<typeof askSummaryEmail>(
            { method: 'POST', path: '/api/meeting/askSummaryEmail/{meetingId}' },
            { meetingId, email },
          )
        : call<typeof approveSummaryEmail>(
            { method: 'POST', path: '/api/meeting/approveSummaryEmail/{meetingId}' },
            { meetingId, email },
          ),
    onSuccess: (list) => {
      client.setQueryData<SummaryEmail[]>([...keyOf(meetingId), saved], list);
    },
  });
};
