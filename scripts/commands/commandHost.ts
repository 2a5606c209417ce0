/** The parts of its process that a command uses, so that a test can run the command without a process of its own. */
export interface CommandHost {
  readonly env: NodeJS.ProcessEnv;
  /** Writes text to the standard output, without a line end of its own. */
  readonly out: (text: string) => void;
  /** Writes text to the standard error output, without a line end of its own. */
  readonly err: (text: string) => void;
  /** True if a person sees the standard error output, so that progress may replace itself there. */
  readonly hasTerminal: boolean;
}

export const processHost: CommandHost = {
  env: process.env,
  out: (text) => {
    process.stdout.write(text);
  },
  err: (text) => {
    process.stderr.write(text);
  },
  hasTerminal: process.stderr.isTTY,
};
