export interface AnswerTextProps {
  readonly text: string;
  /** The team whose members the text may mention; undefined = the selected team. */
  readonly teamId?: string | undefined;
}
