import { ClampedText } from '../ui/text/ClampedText.tsx';
import { AnswerWords } from './AnswerWords.tsx';
import type { AnswerWordsProps } from './answerWordsProps.ts';

export const AnswerClamped = (props: AnswerWordsProps) => (
  <ClampedText text={props.text}>
    <AnswerWords {...props} />
  </ClampedText>
);
