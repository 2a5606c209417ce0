import { ClampedText } from '../../ui/text/ClampedText.tsx';
import { LazyTextWithLinks } from '../LazyTextWithLinks.tsx';
import type { AnswerTextProps } from './answerTextProps.ts';

export const ClampedAnswerText = (props: AnswerTextProps) => (
  <ClampedText text={props.text}>
    <LazyTextWithLinks {...props} />
  </ClampedText>
);
