import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Button, Field, Input } from '@fluentui/react-components';
import { Search20Regular } from '@fluentui/react-icons/svg/search';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useMeetingNames } from '../../api/meetings/meetingNamesQuery.ts';
import { useMembers } from '../../api/organisations/teamMembersAndChannelsQueries.ts';
import { useTeam } from '../../api/organisations/selectedTeam.tsx';
import { useSearch } from '../../api/search/searchQuery.ts';
import { NoTeamOrDisabledNotice } from '../../parts/NoTeamOrDisabledNotice.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { LoadingSkeleton } from '../../ui/display/LoadingSkeleton.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { SearchFilterBar } from './SearchFilterBar.tsx';
import { SearchResults } from './SearchResults.tsx';
import { inputOf, isBackwards, useSearchFilters } from './searchFilters.ts';
import type { SearchFilters } from './searchFilters.ts';
import css from './SearchScreen.module.css';

interface WordsProps {
  readonly words: string;
  readonly onSearch: (words: string) => void;
  readonly results: RefObject<HTMLElement | null>;
}

const Words = ({ words, onSearch, results }: WordsProps) => {
  const t = useTranslate();
  const [typed, setTyped] = useState(words);
  const field = useRef<HTMLInputElement>(null);
  const search = (): void => {
    onSearch(typed.trim());
  };
  useEffect(() => {
    field.current?.focus();
  }, []);
  return (
    <div role="search" className={css.words}>
      <Field className={css.field ?? ''} label={t('search.field')} hint={t('search.hint')}>
        <Input
          input={{ ref: field, enterKeyHint: 'search' }}
          type="search"
          contentBefore={<Search20Regular />}
          maxLength={limits.searchLength}
          value={typed}
          onChange={(_, { value }) => {
            setTyped(value);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Enter') search();
            if (event.key !== 'ArrowDown') return;
            const first = results.current?.querySelector<HTMLElement>('h2 a');
            if (first == null) return;
            event.preventDefault();
            first.focus();
          }}
        />
      </Field>
      <Button className={css.go ?? ''} appearance="primary" onClick={search}>
        {t('search.go')}
      </Button>
    </div>
  );
};

/**
 * Largest number of pages that the search reads by itself while it has found nothing. After that, the reader must press
 * a button to continue.
 */
const emptyPages = 5;

const Found = ({ filters, hasTeamNames }: { readonly filters: SearchFilters; readonly hasTeamNames: boolean }) => {
  const t = useTranslate();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useSearch(inputOf(filters));
  const isEmptySoFar = data !== undefined && data.pages.every(({ hits }) => hits.length === 0);
  const shouldLoadNext = isEmptySoFar && hasNextPage && error === null && data.pages.length < emptyPages;
  const read = data?.pages.length ?? 0;
  useEffect(() => {
    if (shouldLoadNext && read > 0) void fetchNextPage();
  }, [shouldLoadNext, read, fetchNextPage]);
  if (error !== null)
    return (
      <EmptyState role="alert" text={errorText(error, t)}>
        <Button onClick={() => void (data === undefined ? refetch() : fetchNextPage())}>{t('common.retry')}</Button>
      </EmptyState>
    );
  if (data === undefined || shouldLoadNext) return <LoadingSkeleton shape="form" />;
  return (
    <SearchResults
      pages={data.pages}
      isMore={hasNextPage}
      isLoadingMore={isFetchingNextPage}
      hasTeamNames={hasTeamNames}
      onMore={() => void fetchNextPage()}
    />
  );
};

const Search = ({ teams, selected }: { readonly teams: readonly Team[]; readonly selected: Team }) => {
  const t = useTranslate();
  const results = useRef<HTMLDivElement>(null);
  const [filters, change] = useSearchFilters();
  const teamId = filters.team ?? selected.id;
  const { data: reports = [] } = useMeetingNames(teamId);
  const { data: people = [] } = useMembers(teamId);
  return (
    <>
      <Words
        key={filters.words}
        words={filters.words}
        results={results}
        onSearch={(words) => {
          change({ q: words });
        }}
      />
      <SearchFilterBar filters={filters} change={change} teams={teams} reports={reports} people={people} />
      <div ref={results}>
        {filters.words === '' ? (
          <EmptyState text={t('search.start')} />
        ) : isBackwards(filters) ? null : (
          <Found filters={filters} hasTeamNames={teams.length > 1} />
        )}
      </div>
    </>
  );
};

const Content = (): ReactNode => {
  const t = useTranslate();
  const team = useTeam();
  if (team.kind === 'loading') return <LoadingSkeleton shape="form" />;
  if (team.kind === 'none') return <NoTeamOrDisabledNotice />;
  if (team.kind === 'failed')
    return (
      <EmptyState role="alert" text={errorText(team.error, t)}>
        <Button onClick={team.retry}>{t('common.retry')}</Button>
      </EmptyState>
    );
  return <Search teams={team.teams} selected={team.selected} />;
};

/** Searches the answers of the reader's teams. */
export const SearchScreen = () => {
  const t = useTranslate();
  return (
    <>
      <h1 className={css.title}>{t('search.title')}</h1>
      <Content />
    </>
  );
};
