import { Suspense, lazy } from 'react';
import { mayContainLinks } from '#contracts/core/mayContainLinks.ts';
import { EmailAddressText } from '../ui/text/EmailAddressText.tsx';
import type { AnswerWordsProps } from './answerWordsProps.ts';

const LinkedWords = lazy(() => import('./LinkedWords.tsx').then((module) => ({ default: module.LinkedWords })));

/**
 * Shows a text of a member with its links. The code that finds links is loaded only for a text that may contain one.
 */
export const AnswerWords = ({ text, teamId }: AnswerWordsProps) => {
  const plain = <EmailAddressText text={text} />;
  if (!mayContainLinks(text)) return plain;
  return (
    <Suspense fallback={plain}>
      <LinkedWords text={text} teamId={teamId} />
    </Suspense>
  );
};
