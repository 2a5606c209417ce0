export interface AnswerWordsProps {
  readonly text: string;
  /** The team whose members the text may mention; left out = the selected team. */
  readonly teamId?: string | undefined;
}
