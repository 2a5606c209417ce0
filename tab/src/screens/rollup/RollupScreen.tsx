import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useTeam } from '../../api/organisations/selectedTeam.tsx';
import { useRollup } from '../../api/rollup/rollupQuery.ts';
import type { LoadedRollup, RollupInput, RollupQuery } from '../../api/rollup/rollupQuery.ts';
import { LoadedData } from '../../parts/LoadedData.tsx';
import { LazyRollupDownload } from '../../parts/download/LazyRollupDownload.tsx';
import { NoTeamOrDisabledNotice } from '../../parts/NoTeamOrDisabledNotice.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { LoadingSkeleton } from '../../ui/display/LoadingSkeleton.tsx';
import { useGradualItemCount } from '../../ui/display/useGradualItemCount.ts';
import { useDayText } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { RollupFigures } from './RollupFigures.tsx';
import { RollupFilterBar } from './RollupFilterBar.tsx';
import { RollupGroupCard } from './RollupGroupCard.tsx';
import { inputOf, useRollupFilters } from './rollupFilters.ts';
import css from './RollupScreen.module.css';

const batches = { first: 10, next: 5 };

const Range = ({ rollup: { from, to, head } }: { readonly rollup: LoadedRollup }) => {
  const t = useTranslate();
  const dayText = useDayText();
  return (
    <p className={css.range}>
      {t('rollup.range', { from: dayText(from), to: dayText(to) })} · {t('rollup.runs', head.runs)}
    </p>
  );
};

const More = ({ query, rollup }: { readonly query: RollupQuery; readonly rollup: LoadedRollup }) => {
  const t = useTranslate();
  const { hasMore, isLoadingMore, loadMore, error } = query;
  return (
    <div className={css.more}>
      <p role="status">{t('rollup.shown', { shown: rollup.groups.length, total: rollup.head.groups })}</p>
      {hasMore && error !== null && (
        <p role="alert">
          {t('rollup.loadFailed')} {errorText(error, t)}
        </p>
      )}
      {hasMore && (
        <Button
          disabledFocusable={isLoadingMore}
          onClick={() => {
            if (!isLoadingMore) loadMore();
          }}
        >
          {t('rollup.more')}
        </Button>
      )}
    </div>
  );
};

interface GroupsProps {
  readonly query: RollupQuery;
  readonly rollup: LoadedRollup;
  readonly input: RollupInput;
}

const Groups = ({ query, rollup, input }: GroupsProps) => {
  const t = useTranslate();
  const shown = useGradualItemCount(rollup.groups.length, batches);
  if (rollup.head.groups === 0)
    return (
      <>
        <Range rollup={rollup} />
        <EmptyState text={t('rollup.none')} detail={t('rollup.noneDetail')} />
      </>
    );
  return (
    <>
      <Range rollup={rollup} />
      <section aria-label={t('rollup.total')}>
        <RollupFigures figures={rollup.head.total} total={rollup.head.total} isLarge />
      </section>
      <div className={css.groups}>
        {rollup.groups.slice(0, shown).map((group) => (
          <RollupGroupCard key={group.key} group={group} total={rollup.head.total} input={input} />
        ))}
      </div>
      <More query={query} rollup={rollup} />
    </>
  );
};

const LoadedTeams = ({ teams }: { readonly teams: readonly Team[] }) => {
  const [filters, change] = useRollupFilters();
  // The same filters must give the same object, because a new object would make React draw all groups again.
  const input = useMemo(() => inputOf(filters), [filters]);
  const query = useRollup(input);
  return (
    <>
      <RollupFilterBar filters={filters} change={change} teams={teams} rollup={query.data} />
      {query.data !== undefined && (
        <div className={css.download}>
          <LazyRollupDownload query={input} isEmpty={query.data.head.groups === 0} />
        </div>
      )}
      <LoadedData query={query}>{(rollup) => <Groups query={query} rollup={rollup} input={input} />}</LoadedData>
    </>
  );
};

const Content = (): ReactNode => {
  const t = useTranslate();
  const team = useTeam();
  switch (team.kind) {
    case 'loading':
      return <LoadingSkeleton shape="form" />;
    case 'none':
      return <NoTeamOrDisabledNotice />;
    case 'failed':
      return (
        <EmptyState role="alert" text={errorText(team.error, t)}>
          <Button onClick={team.retry}>{t('common.retry')}</Button>
        </EmptyState>
      );
    case 'ready':
      return <LoadedTeams teams={team.teams} />;
  }
};

/** Shows figures and answers of any reports and people in a period, grouped by person, day or question. */
export const RollupScreen = () => {
  const t = useTranslate();
  return (
    <>
      <h1 className={css.title}>{t('rollup.title')}</h1>
      <Content />
    </>
  );
};
