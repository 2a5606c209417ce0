import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '#contracts/core/endpoint.ts';
import type { skipRun, snoozeRun } from '#contracts/answers/skipAndSnoozeCalls.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export type Choice =
  | { readonly kind: 'SKIP'; readonly input: InputOf<typeof skipRun> }
  | { readonly kind: 'SNOOZE'; readonly input: InputOf<typeof snoozeRun> };

type Chosen = Pick<OutputOf<typeof skipRun>, 'card'>;

/**
 * Returns a mutation that skips or snoozes a run. `onChosen` is called even if the component has been unmounted by
 * then.
 */
export const useSkipOrSnooze = (onChosen: (chosen: Chosen, choice: Choice) => void) => {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choice: Choice): Promise<Chosen> =>
      choice.kind === 'SKIP'
        ? call<typeof skipRun>({ method: 'POST', path: '/api/meeting/skip' }, choice.input)
        : call<typeof snoozeRun>({ method: 'POST', path: '/api/meeting/snooze' }, choice.input),
    onSuccess: (chosen, choice) => {
      onChosen(chosen, choice);
      return Promise.all(['report', 'ahead'].map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
  });
};
