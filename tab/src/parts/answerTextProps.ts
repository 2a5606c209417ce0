export interface AnswerTextProps {
  readonly text: string;
  /** The team whose members the text may mention. Left out = the selected team. */
  readonly teamId?: string | undefined;
}
