import { Suspense, lazy } from 'react';
import { mayContainLinks } from '#contracts/core/mayContainLinks.ts';
import { EmailAddressText } from '../ui/text/EmailAddressText.tsx';
import type { AnswerTextProps } from './answerDisplay/answerTextProps.ts';

const TextWithLinks = lazy(() => import('./TextWithLinks.tsx').then((module) => ({ default: module.TextWithLinks })));

/** Shows a member's text with its links. The code that finds links loads only for a text that may contain a link. */
export const LazyTextWithLinks = ({ text, teamId }: AnswerTextProps) => {
  const plain = <EmailAddressText text={text} />;
  if (!mayContainLinks(text)) return plain;
  return (
    <Suspense fallback={plain}>
      <TextWithLinks text={text} teamId={teamId} />
    </Suspense>
  );
};
