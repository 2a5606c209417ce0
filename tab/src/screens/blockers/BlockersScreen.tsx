import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import { ChevronLeft20Regular } from '@fluentui/react-icons/svg/chevron-left';
import { ChevronRight20Regular } from '@fluentui/react-icons/svg/chevron-right';
import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { useAllBlockers, useBlockers } from '../../api/blockers/blockerQueriesAndMutations.ts';
import type { BlockerList, BlockerListInput } from '../../api/blockers/blockerQueriesAndMutations.ts';
import { useTeam } from '../../api/organisations/selectedTeam.tsx';
import { LoadedData } from '../../parts/LoadedData.tsx';
import { NoTeamOrDisabledNotice } from '../../parts/NoTeamOrDisabledNotice.tsx';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import card from '../../ui/display/ListCard.module.css';
import { LoadingSkeleton } from '../../ui/display/LoadingSkeleton.tsx';
import { saveFile } from '../../ui/display/saveFileAndSizeText.ts';
import { useReader, useToday } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { BlockerFilterBar } from './BlockerFilterBar.tsx';
import { BlockerRow } from './BlockerRow.tsx';
import { inputOf, useBlockerFilters } from './blockerFilters.ts';
import type { ChangeFilter } from './blockerFilters.ts';
import { blockersCsv } from './blockersCsv.ts';
import css from './BlockersScreen.module.css';

const ExportButton = ({ input }: { readonly input: BlockerListInput }) => {
  const t = useTranslate();
  const { zone } = useReader();
  const today = useToday();
  const notices = useNotices();
  const readAll = useAllBlockers();
  const [isBusy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      const text = blockersCsv(await readAll(input), zone, t);
      saveFile(`${t('blockers.title')} ${today}.csv`, 'text/csv;charset=utf-8', text);
    } catch (error) {
      notices.push('failure', errorText(error, t));
    }
    setBusy(false);
  };
  return (
    <Button
      icon={<ArrowDownload20Regular />}
      disabledFocusable={isBusy}
      onClick={() => {
        if (!isBusy) void download();
      }}
    >
      {t('blockers.csv')}
    </Button>
  );
};

const Counts = ({ counts }: Pick<BlockerList, 'counts'>) => {
  const t = useTranslate();
  const unresolved = counts.OPEN + counts.REOPENED + counts.ACKNOWLEDGED;
  return (
    <p className={css.counts}>
      {t('blockers.counts', { unresolved, taken: counts.ACKNOWLEDGED, resolved: counts.RESOLVED })}
    </p>
  );
};

interface ScopeProps {
  readonly teams: readonly Team[];
  /** A team's id, or `all`. */
  readonly chosen: string;
  readonly organisation: string;
}

/**
 * Names the team whose blockers the page lists, or the number of teams and their organisation, because a reader of
 * several teams first sees the blockers of all of them.
 */
const Scope = ({ teams, chosen, organisation }: ScopeProps) => {
  const t = useTranslate();
  const [first] = teams;
  const team = teams.length === 1 ? first : teams.find(({ id }) => id === chosen);
  return (
    <p className={css.counts}>
      {team === undefined
        ? t('blockers.scopeTeams', { count: teams.length, organisation })
        : t('blockers.scopeTeam', { team: team.name })}
    </p>
  );
};

const pagesOf = ({ pageCount, totalItems }: BlockerList): number => Math.max(1, Math.ceil(totalItems / pageCount));
const pageParam = (page: number) => ({ page: page === 1 ? undefined : String(page) });

const Paging = ({ list, change }: { readonly list: BlockerList; readonly change: ChangeFilter }) => {
  const t = useTranslate();
  const { pageNumber } = list;
  const pages = pagesOf(list);
  if (pages === 1) return null;
  const goTo = (page: number): void => {
    if (page >= 1 && page <= pages) change(pageParam(page));
  };
  return (
    <nav className={css.paging} aria-label={t('blockers.pages')}>
      <Button
        icon={<ChevronLeft20Regular data-mirrored />}
        disabledFocusable={pageNumber <= 1}
        onClick={() => {
          goTo(Math.min(pageNumber - 1, pages));
        }}
      >
        {t('blockers.previous')}
      </Button>
      <span>{t('blockers.pageOf', { page: pageNumber, pages })}</span>
      <Button
        iconPosition="after"
        icon={<ChevronRight20Regular data-mirrored />}
        disabledFocusable={pageNumber >= pages}
        onClick={() => {
          goTo(pageNumber + 1);
        }}
      >
        {t('blockers.next')}
      </Button>
    </nav>
  );
};

interface ListProps {
  readonly list: BlockerList;
  readonly hasTeamNames: boolean;
  readonly change: ChangeFilter;
}

/**
 * Opens the last page if the address names a later one, for example because the last blocker on that page was resolved.
 */
const LastPage = ({ list, change }: Pick<ListProps, 'list' | 'change'>) => {
  const pages = pagesOf(list);
  const goToLast = useEffectEvent(() => {
    change(pageParam(pages), { replace: true });
  });
  useEffect(() => {
    goToLast();
  }, [pages]);
  return <LoadingSkeleton shape="form" />;
};

const nothing = {
  ...{ team: undefined, report: undefined, state: undefined, who: undefined, age: undefined },
} as const;

const List = ({ list, hasTeamNames, change }: ListProps) => {
  const t = useTranslate();
  const { items, counts, totalItems } = list;
  const { OPEN, ACKNOWLEDGED, REOPENED, RESOLVED } = counts;
  if (OPEN + ACKNOWLEDGED + REOPENED + RESOLVED === 0)
    return <EmptyState text={t('blockers.none')} detail={t('blockers.noneYet')} />;
  if (items.length === 0 && totalItems > 0) return <LastPage list={list} change={change} />;
  if (items.length === 0)
    return (
      <EmptyState text={t('blockers.noneFiltered')}>
        <Button
          onClick={() => {
            change(nothing);
          }}
        >
          {t('blockers.clear')}
        </Button>
      </EmptyState>
    );
  return (
    <>
      <p className={css.shown} role="status">
        {t('blockers.count', { count: totalItems })}
      </p>
      <ul className={card.list}>
        {items.map((item) => (
          <li key={`${item.meetingId} ${item.owner.memberId}`}>
            <BlockerRow item={item} hasTeamName={hasTeamNames} />
          </li>
        ))}
      </ul>
      <Paging list={list} change={change} />
    </>
  );
};

interface BlockersProps {
  readonly teams: readonly Team[];
  readonly meId: string | null;
  readonly organisation: string;
}

const Blockers = ({ teams, meId, organisation }: BlockersProps) => {
  const [filters, change] = useBlockerFilters();
  const input = inputOf(filters, meId);
  const query = useBlockers(input);
  // True while the page still shows the blockers of the previous filters, because those of the new filters are loading.
  const isFormer = query.isPlaceholderData;
  const former = { 'aria-busy': isFormer, className: isFormer ? css.former : undefined };
  return (
    <>
      <div className={css.tools}>
        <div>
          <Scope teams={teams} chosen={filters.team} organisation={organisation} />
          {query.data !== undefined && (
            <div {...former}>
              <Counts counts={query.data.counts} />
            </div>
          )}
        </div>
        <ExportButton input={input} />
      </div>
      <BlockerFilterBar filters={filters} change={change} teams={teams} list={query.data} />
      <div {...former}>
        <LoadedData query={query}>
          {(list) => <List list={list} hasTeamNames={teams.length > 1} change={change} />}
        </LoadedData>
      </div>
    </>
  );
};

const Content = (): ReactNode => {
  const t = useTranslate();
  const team = useTeam();
  const { data: me, isPending } = useUserDetails();
  if (team.kind === 'loading' || (team.kind === 'ready' && isPending)) return <LoadingSkeleton shape="form" />;
  if (team.kind === 'none') return <NoTeamOrDisabledNotice />;
  if (team.kind === 'failed')
    return (
      <EmptyState role="alert" text={errorText(team.error, t)}>
        <Button onClick={team.retry}>{t('common.retry')}</Button>
      </EmptyState>
    );
  return <Blockers teams={team.teams} meId={me?.memberId ?? null} organisation={me?.orgName ?? ''} />;
};

/** Shows the blockers of a team, or of all teams of the reader, with filters, order, pages and an export. */
export const BlockersScreen = () => {
  const t = useTranslate();
  return (
    <>
      <h1 className={css.title}>{t('blockers.title')}</h1>
      <Content />
    </>
  );
};
