import type { TurnContext } from 'botbuilder';
import type { Log } from '../services/core/deps.ts';

/** Runs a function after a delay, unless the returned function is called first. */
export type TypingTimeout = (ms: number, run: () => void) => () => void;

export const afterTimeout: TypingTimeout = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => {
    clearTimeout(timer);
  };
};

const patienceMs = 2000;

/** Runs the work, and shows a typing indicator if it takes longer than two seconds. */
export const withTyping = async <T>(
  context: TurnContext,
  deps: { readonly after: TypingTimeout; readonly log: Log },
  work: () => Promise<T>,
): Promise<T> => {
  const cancel = deps.after(patienceMs, () => {
    // The indicator is only a decoration, so its failure must not make the answer fail.
    context.sendActivity({ type: 'typing' }).catch((error: unknown) => {
      deps.log.error('bot.typing', error);
    });
  });
  try {
    return await work();
  } finally {
    cancel();
  }
};
