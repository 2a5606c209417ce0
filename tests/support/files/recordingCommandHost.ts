import type { CommandHost } from '../../../scripts/commands/commandHost.ts';

interface Written {
  readonly out: string;
  readonly err: string;
  /** Both outputs together, in the order in which they were written. */
  readonly both: string;
}

/** Returns a host for a command in this process, which records what the command writes. */
export const recordingHost = (env: NodeJS.ProcessEnv): { host: CommandHost; written: () => Written } => {
  const texts: { readonly to: 'out' | 'err'; readonly text: string }[] = [];
  const joined = (kept: readonly { readonly text: string }[]): string => kept.map(({ text }) => text).join('');
  const record = (to: 'out' | 'err') => (text: string) => {
    texts.push({ to, text });
  };
  return {
    host: { env, out: record('out'), err: record('err'), hasTerminal: false },
    written: () => ({
      out: joined(texts.filter(({ to }) => to === 'out')),
      err: joined(texts.filter(({ to }) => to === 'err')),
      both: joined(texts),
    }),
  };
};
