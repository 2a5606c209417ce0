import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { RollupEntry, RollupGroup } from '#contracts/reports/rollup.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useRollupEntries } from '../../api/reports/rollupQuery.ts';
import type { RollupInput } from '../../api/reports/rollupQuery.ts';
import { AnswerValue } from '../../parts/AnswerValue.tsx';
import { AppLink } from '../../ui/display/AppLink.tsx';
import { useSurface } from '../../ui/display/pageSurface.ts';
import { useDayText } from '../../ui/text/readerContext.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebTranslate } from '../../ui/text/translate.ts';
import css from './RollupScreen.module.css';

/** Returns the member's state in the run as text, with the reason for a missing answer. */
const stateText = (entry: RollupEntry, t: WebTranslate): string => {
  const { state, run, isLate, skipReason = '', wasNotAsked, unreachable, goalsTicked, goalsOffered } = entry;
  const isMissing = state === 'MISSING' || state === 'OPEN';
  const isOver = run === 'MISSED' || run === 'CANCELLED';
  return [
    t(`personPage.state${isOver && state === 'OPEN' ? 'NOT_DUE' : state}`),
    ...(isLate ? [t('personPage.late')] : []),
    ...(skipReason === '' ? [] : [skipReason]),
    ...(isMissing && wasNotAsked ? [t('rollup.wasNotAsked')] : []),
    ...(isMissing && !wasNotAsked && unreachable !== null ? [t(`unreachable.${unreachable}`)] : []),
    ...(goalsOffered > 0 ? [t('rollup.goalsTicked', { ticked: goalsTicked, offered: goalsOffered })] : []),
    ...(isOver ? [t(`personPage.run${run}`)] : []),
  ].join(' · ');
};

interface EntryProps {
  readonly entry: RollupEntry;
  readonly by: RollupGroup['by'];
  /** False for a group about a question that is not the plan, because each question would repeat the goals. */
  readonly hasGoals: boolean;
}

const Answers = ({ entry, by, hasGoals }: EntryProps) => {
  const t = useTranslate();
  const goals = hasGoals ? entry.goalsOpen : [];
  if (entry.answers.length + goals.length === 0) return null;
  return (
    <dl className={css.answers}>
      {goals.length > 0 && (
        <div>
          <dt>{t('rollup.goalsOpen')}</dt>
          {goals.map((goal, index) => (
            <dd key={`${String(index)} ${goal}`} data-own-words>
              {goal}
            </dd>
          ))}
        </div>
      )}
      {entry.answers.map((answer) => (
        <div key={answer.questionId}>
          {/* A group about a question shows the question in its heading. */}
          <dt className={by === 'QUESTION' ? css.unseen : undefined} data-own-words>
            {answer.question}
          </dt>
          <dd className={answer.isBlocking ? css.blocking : undefined}>
            <AnswerValue answer={answer} teamId={entry.teamId} />
          </dd>
        </div>
      ))}
    </dl>
  );
};

const Entry = ({ entry, by, hasGoals }: EntryProps) => {
  const t = useTranslate();
  const dayText = useDayText();
  const { embedded } = useSurface();
  const base = embedded ? '/teams' : '';
  const { date, meetingId, meetingName, memberId, name } = entry;
  const day = dayText(date);
  const run =
    by === 'DAY' ? meetingName : by === 'QUESTION' ? day : t('rollup.entryTitle', { report: meetingName, date: day });
  return (
    <li className={css.entry}>
      <div className={css.entryHead}>
        <h3 className={css.entryTitle}>
          {by !== 'PERSON' && (
            <>
              <AppLink to={`${base}/reports/person/${memberId}`}>{name === '' ? t('rollup.former') : name}</AppLink>
              {' · '}
            </>
          )}
          <AppLink to={`${base}/reports/${meetingId}?date=${date}`}>{run}</AppLink>
        </h3>
        <span className={css.state}>{stateText(entry, t)}</span>
      </div>
      <Answers entry={entry} by={by} hasGoals={hasGoals} />
    </li>
  );
};

interface EntriesProps {
  readonly group: RollupGroup;
  readonly input: RollupInput;
}

export const RollupEntries = ({ group, input }: EntriesProps) => {
  const t = useTranslate();
  const [isWanted, setWanted] = useState(false);
  const { entries, error, hasMore, isLoadingMore, loadMore } = useRollupEntries(input, group, isWanted);
  const rest = group.entriesTotal - entries.length;
  return (
    <>
      <ul className={css.entries}>
        {entries.map((entry) => (
          <Entry
            key={`${entry.date} ${entry.meetingId} ${entry.memberId}`}
            entry={entry}
            by={group.by}
            hasGoals={group.figures.goals !== null}
          />
        ))}
      </ul>
      {error !== null && (
        <p className={css.rest} role="alert">
          {errorText(error, t)}
        </p>
      )}
      {hasMore && rest > 0 && (
        <Button
          size="small"
          disabledFocusable={isLoadingMore}
          onClick={() => {
            if (isLoadingMore) return;
            if (isWanted) loadMore();
            else setWanted(true);
          }}
        >
          {t('rollup.moreEntries', { count: rest })}
        </Button>
      )}
    </>
  );
};
