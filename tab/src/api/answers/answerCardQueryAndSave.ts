import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { getCard, saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { InputOf, OutputOf } from '#contracts/core/endpoint.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

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
