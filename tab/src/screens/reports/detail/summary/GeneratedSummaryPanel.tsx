import { useId } from 'react';
import { Button } from '@fluentui/react-components';
import type { GeneratedSummary, SummarySentence } from '#contracts/reports/generatedSummary.ts';
import { AppLink } from '../../../../ui/display/AppLink.tsx';
import { useSurface } from '../../../../ui/display/pageSurface.ts';
import { Wait } from '../../../../ui/display/WaitSpinner.tsx';
import { useTranslate } from '../../../../ui/text/translate.ts';
import css from './GeneratedSummaryPanel.module.css';

interface PanelProps {
  readonly summary: GeneratedSummary;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
}

const Sources = ({ sentence, number }: { readonly sentence: SummarySentence; readonly number: number }) => {
  const t = useTranslate();
  const { embedded } = useSurface();
  const base = embedded ? '/teams/reports/person/' : '/reports/person/';
  if (sentence.sources.length === 0) return null;
  return (
    <ul className={css.sources} aria-label={t('generated.sources', { number })}>
      {sentence.sources.map(({ memberId, name, questionId, question }) => (
        <li key={`${memberId} ${questionId}`}>
          <AppLink to={base + memberId} label={t('generated.sourceOf', { name, question })}>
            {name}
          </AppLink>
        </li>
      ))}
    </ul>
  );
};

/** The sentences are text of a model, so they are drawn as they are, without links or marks inside them. */
const Sentences = ({ sentences }: Pick<GeneratedSummary, 'sentences'>) => (
  <ol className={css.sentences}>
    {sentences.map((sentence, index) => (
      <li key={`${String(index)} ${sentence.text}`}>
        <span data-own-words>{sentence.text}</span>
        <Sources sentence={sentence} number={index + 1} />
      </li>
    ))}
  </ol>
);

/** Says how the sentences came about, and what is missing in them. */
const Notes = ({ summary }: Pick<PanelProps, 'summary'>) => {
  const t = useTranslate();
  const { state, reason, dropped, answersUsed, answersTotal } = summary;
  const isPartial = state === 'READY' && answersUsed < answersTotal;
  const notes = [
    ...(reason === undefined ? [] : [t(`generated.${reason}`)]),
    t(state === 'RULES' ? 'generated.byRules' : 'generated.note'),
    ...(dropped > 0 ? [t('generated.dropped', { count: dropped })] : []),
    ...(isPartial ? [t('generated.partial', { used: answersUsed, total: answersTotal })] : []),
  ];
  return <p className={css.note}>{notes.join(' ')}</p>;
};

const Content = ({ summary, hasFailed, onRetry }: PanelProps) => {
  const t = useTranslate();
  if (hasFailed)
    return (
      <p className={css.note} role="alert">
        {t('generated.failed')}{' '}
        <Button size="small" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      </p>
    );
  switch (summary.state) {
    case 'OFF':
      return null;
    case 'WAITING':
      return <p className={css.note}>{t('generated.waiting')}</p>;
    case 'NEEDED':
    case 'WRITING':
      return <Wait says="generated.writing" />;
    case 'READY':
    case 'RULES':
      return (
        <>
          <Sentences sentences={summary.sentences} />
          <Notes summary={summary} />
        </>
      );
  }
};

/** Shows the summary of a run: sentences of a text model with their sources, or those by rules with the reason. */
export const GeneratedSummaryPanel = (props: PanelProps) => {
  const t = useTranslate();
  const id = useId();
  return (
    <section className={css.panel} aria-labelledby={id}>
      <h2 id={id} className={css.title}>
        {t('generated.title')}
      </h2>
      <Content {...props} />
    </section>
  );
};
