import type { TurnContext } from 'botbuilder';
import type { Log } from '../services/core/deps.ts';

/** Runs something later, unless the function it returns is called first. */
export type TypingTimeout = (ms: number, run: () => void) => () => void;

export const afterTimeout: TypingTimeout = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => {
    clearTimeout(timer);
  };
};

const patienceMs = 2000;

/** Does the work. After two seconds the person sees a typing indicator. */
export const withTyping = async <T>(
  context: TurnContext,
  deps: { readonly after: TypingTimeout; readonly log: Log },
  work: () => Promise<T>,
): Promise<T> => {
  const cancel = deps.after(patienceMs, () => {
    // Only a sign of life: that it failed must not disturb the work.
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
