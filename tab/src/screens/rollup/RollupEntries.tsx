import { memo, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ui } from '#contracts/core/limitsAndProductConstants.ts';
import type { RollupEntry, RollupGroup } from '#contracts/rollup/rollupQueryAndResult.ts';
import { rollupStateTexts } from '#contracts/rollup/rollupStateTexts.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useRollupEntries } from '../../api/rollup/rollupQuery.ts';
import type { RollupInput } from '../../api/rollup/rollupQuery.ts';
import { AnswerList } from '../../parts/answerDisplay/AnswerList.tsx';
import head from '../../ui/display/ListEntryHeading.module.css';
import { useSurface } from '../../ui/display/pageHostContext.ts';
import { useGradualItemCount } from '../../ui/display/useGradualItemCount.ts';
import { Link } from '../../ui/router/Link.tsx';
import { useDayText } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './RollupScreen.module.css';

/** The page draws the entries that arrive with a group at once. It adds later entries in batches of 10. */
const batches = { first: ui.rollupFirstEntries, next: 10 };

interface EntryProps {
  readonly entry: RollupEntry;
  /** The date of the entry as text. */
  readonly day: string;
  readonly by: RollupGroup['by'];
  /**
   * True if the entry lists the member's open goals. Among groups by question, only the group of the plan lists them,
   * because otherwise every question would repeat the goals.
   */
  readonly hasGoals: boolean;
}

const Entry = memo(({ entry, day, by, hasGoals }: EntryProps) => {
  const t = useTranslate();
  const { embedded } = useSurface();
  const base = embedded ? '/teams' : '';
  const { date, meetingId, meetingName, memberId, name } = entry;
  const { state, details } = rollupStateTexts(entry, t);
  const run =
    by === 'DAY' ? meetingName : by === 'QUESTION' ? day : t('rollup.entryTitle', { report: meetingName, date: day });
  return (
    <li className={css.entry}>
      <div className={head.head}>
        {/* The plain `Link`, because a group can have hundreds of entries, and as many of Fluent's links would take
            a second to draw. */}
        <h3 className={head.title}>
          {by !== 'PERSON' && (
            <>
              <Link className={head.link} to={`${base}/reports/person/${memberId}`}>
                {name === '' ? t('rollup.former') : name}
              </Link>
              {' · '}
            </>
          )}
          <Link className={head.link} to={`${base}/reports/${meetingId}?date=${date}`}>
            {run}
          </Link>
        </h3>
        <span className={head.state}>{[state, ...details].join(' · ')}</span>
      </div>
      {/* The heading of a group by question contains the question, so its entries do not repeat it. */}
      <AnswerList
        answers={entry.answers}
        goalsOpen={hasGoals ? entry.goalsOpen : []}
        teamId={entry.teamId}
        areQuestionsHidden={by === 'QUESTION'}
      />
    </li>
  );
});
Entry.displayName = 'Entry';

interface EntriesProps {
  readonly group: RollupGroup;
  readonly input: RollupInput;
}

export const RollupEntries = ({ group, input }: EntriesProps) => {
  const t = useTranslate();
  const [isWanted, setWanted] = useState(false);
  const { entries, error, hasMore, isLoadingMore, loadMore } = useRollupEntries(input, group, isWanted);
  const dayText = useDayText();
  const shown = useGradualItemCount(entries.length, batches);
  const rest = group.entriesTotal - entries.length;
  return (
    <>
      <ul className={css.entries}>
        {entries.slice(0, shown).map((entry) => (
          <Entry
            key={`${entry.date} ${entry.meetingId} ${entry.memberId}`}
            entry={entry}
            day={dayText(entry.date)}
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
