import { Suspense, lazy } from 'react';
import { mayContainLinks } from '#contracts/core/mayContainLinks.ts';
import { EmailAddressText } from '../ui/text/EmailAddressText.tsx';

const LinkedWords = lazy(() => import('./LinkedWords.tsx').then((module) => ({ default: module.LinkedWords })));

export interface AnswerWordsProps {
  readonly text: string;
  /** The team whose members the text may mention; left out = the selected team. */
  readonly teamId?: string | undefined;
}

/** Shows a text of a member with its links. Their rule is loaded only for a text that may contain one. */
export const AnswerWords = ({ text, teamId }: AnswerWordsProps) => {
  const plain = <EmailAddressText text={text} />;
  if (!mayContainLinks(text)) return plain;
  return (
    <Suspense fallback={plain}>
      <LinkedWords text={text} teamId={teamId} />
    </Suspense>
  );
};
