import type { MouseEvent } from 'react';
import { Button, Link } from '@fluentui/react-components';
import type {
  GeneratedSummary,
  SummarySentence,
  SummarySource,
} from '#contracts/generatedSummaries/generatedSummaryCalls.ts';
import { memberCardId } from '../../../../parts/day/memberCardId.ts';
import { Panel } from '../../../../ui/display/Panel.tsx';
import { useSurface } from '../../../../ui/display/pageHostContext.ts';
import { WaitSpinner } from '../../../../ui/display/WaitSpinner.tsx';
import { useLinkClick } from '../../../../ui/router/useLinkClick.ts';
import { useTranslate } from '../../../../ui/text/translate.ts';
import css from './GeneratedSummaryPanel.module.css';

interface PanelProps {
  readonly summary: GeneratedSummary;
  readonly meetingId: string;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
}

interface SourceProps {
  readonly source: SummarySource;
  readonly meetingId: string;
}

/**
 * Renders a link to the answers on this page that support a sentence. If the page does not show them, because the list
 * of a big team is folded, the link opens the page of the person instead.
 */
const SourceLink = ({ source: { memberId, name, question }, meetingId }: SourceProps) => {
  const t = useTranslate();
  const { embedded } = useSurface();
  const page = `${embedded ? '/teams' : ''}/reports/person/${memberId}`;
  const goToPage = useLinkClick(page);
  return (
    <Link
      href={page}
      aria-label={t('generated.sourceOf', { name, question })}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        const card = document.getElementById(memberCardId(meetingId, memberId));
        if (card === null || event.metaKey || event.ctrlKey || event.shiftKey) {
          goToPage(event);
          return;
        }
        event.preventDefault();
        card.tabIndex = -1;
        card.scrollIntoView({ block: 'center' });
        card.focus({ preventScroll: true });
      }}
    >
      {name}
    </Link>
  );
};

interface SourcesProps {
  readonly sentence: SummarySentence;
  readonly number: number;
  readonly meetingId: string;
}

const Sources = ({ sentence: { sources }, number, meetingId }: SourcesProps) => {
  const t = useTranslate();
  if (sources.length === 0) return null;
  return (
    <ul className={css.sources} aria-label={t('generated.sources', { number })}>
      {sources.map((source) => (
        <li key={`${source.memberId} ${source.questionId}`}>
          <SourceLink source={source} meetingId={meetingId} />
        </li>
      ))}
    </ul>
  );
};

/** A text model wrote the sentences, so they are shown as plain text: an address in them must not become a link. */
const Sentences = ({ summary: { sentences }, meetingId }: Pick<PanelProps, 'summary' | 'meetingId'>) => (
  <ol className={css.sentences}>
    {sentences.map((sentence, index) => (
      <li key={`${String(index)} ${sentence.text}`}>
        <span data-own-words>{sentence.text}</span>
        <Sources sentence={sentence} number={index + 1} meetingId={meetingId} />
      </li>
    ))}
  </ol>
);

/**
 * Explains whether a text model or fixed rules made the sentences, and how many sentences and answers were left out.
 */
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

const Content = ({ summary, meetingId, hasFailed, onRetry }: PanelProps) => {
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
      return <WaitSpinner label="generated.writing" />;
    case 'READY':
    case 'RULES':
      return (
        <>
          <Sentences summary={summary} meetingId={meetingId} />
          <Notes summary={summary} />
        </>
      );
  }
};

/**
 * Shows the summary of a run: sentences of a text model or of fixed rules, with links to the answers that support them.
 * Shows a note instead while there are no sentences, and an error if the request failed.
 */
export const GeneratedSummaryPanel = (props: PanelProps) => {
  const t = useTranslate();
  return (
    <Panel title={t('generated.title')}>
      <Content {...props} />
    </Panel>
  );
};
