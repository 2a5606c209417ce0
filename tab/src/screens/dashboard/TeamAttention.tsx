import { useId, useState } from 'react';
import { Button, Link } from '@fluentui/react-components';
import { ErrorCircle16Regular } from '@fluentui/react-icons/svg/error-circle';
import { Prohibited16Regular } from '@fluentui/react-icons/svg/prohibited';
import { ui } from '#contracts/core/limitsAndProductConstants.ts';
import type { Attention, AttentionLine } from '#contracts/attention/getAttention.ts';
import {
  attentionActionKeys,
  attentionPath,
  attentionSubject,
  attentionWhy,
} from '#contracts/attention/attentionLineTextsAndPath.ts';
import { useAttention } from '../../api/attention/attentionQuery.ts';
import { ClampedAnswerText } from '../../parts/answerDisplay/ClampedAnswerText.tsx';
import { AppLink } from '../../ui/display/AppLink.tsx';
import { Panel } from '../../ui/display/Panel.tsx';
import { useSurface } from '../../ui/display/pageHostContext.ts';
import { WaitSpinner } from '../../ui/display/WaitSpinner.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './TeamAttention.module.css';

const Line = ({ line }: { readonly line: AttentionLine }) => {
  const t = useTranslate();
  const { embedded } = useSurface();
  const { key, values } = attentionWhy(line);
  const subject = attentionSubject(line);
  const action = t(attentionActionKeys[line.action]);
  return (
    <li className={css.line}>
      {line.kind === 'BLOCKER' ? (
        <Prohibited16Regular className={css.blocked ?? ''} aria-hidden="true" />
      ) : (
        <ErrorCircle16Regular className={css.other ?? ''} aria-hidden="true" />
      )}
      <div className={css.words}>
        <strong>{subject}</strong>: {t(key, values)}
        {line.kind !== 'LOW_PARTICIPATION' && <span className={css.report}> · {line.meetingName}</span>}
        {line.kind === 'BLOCKER' && line.text !== undefined && <ClampedAnswerText text={line.text} />}
      </div>
      <AppLink
        to={`${embedded ? '/teams' : ''}${attentionPath(line)}`}
        label={t('needs.actionOf', { action, subject })}
      >
        {action}
      </AppLink>
    </li>
  );
};

const keyOf = (line: AttentionLine): string =>
  `${line.kind} ${line.meetingId} ${'memberId' in line ? line.memberId : ''}`;

const Lines = ({ items, totalItems }: Attention) => {
  const t = useTranslate();
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const shown = isWhole ? items : items.slice(0, ui.attentionFirst);
  return (
    <>
      <ol id={id} className={css.lines} aria-label={t('needs.list')}>
        {shown.map((line) => (
          <Line key={keyOf(line)} line={line} />
        ))}
      </ol>
      {isWhole && totalItems > items.length && (
        <p className={css.none}>{t('needs.capped', { count: totalItems - items.length })}</p>
      )}
      {items.length > ui.attentionFirst && (
        <Link
          as="button"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => {
            setWhole(!isWhole);
          }}
        >
          {isWhole ? t('common.less') : t('attention.all', { count: totalItems })}
        </Link>
      )}
    </>
  );
};

const Content = ({ teamId }: { readonly teamId: string }) => {
  const t = useTranslate();
  const { data, error, refetch } = useAttention(teamId);
  if (data === undefined)
    return error === null ? (
      <WaitSpinner label="needs.loading" />
    ) : (
      <p className={css.none} role="alert">
        {t('needs.failed')}{' '}
        <Button size="small" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </p>
    );
  if (data.items.length === 0) return <p className={css.none}>{t('needs.none')}</p>;
  return <Lines {...data} />;
};

/**
 * Lists the blockers, members and goals of the team that need attention, the most urgent first. Each line shows the
 * reason and offers one action.
 */
export const TeamAttention = ({ teamId }: { readonly teamId: string }) => {
  const t = useTranslate();
  return (
    <Panel title={t('needs.title')}>
      <Content teamId={teamId} />
    </Panel>
  );
};
