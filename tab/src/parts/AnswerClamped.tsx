import { ClampedText } from '../ui/text/ClampedText.tsx';
import { AnswerTextWithLinks } from './AnswerTextWithLinks.tsx';
import type { AnswerTextProps } from './answerTextProps.ts';

export const AnswerClamped = (props: AnswerTextProps) => (
  <ClampedText text={props.text}>
    <AnswerTextWithLinks {...props} />
  </ClampedText>
);
