import { useState } from 'react';
import { Button, Input, Select } from '@fluentui/react-components';
import { Search20Regular } from '@fluentui/react-icons/svg/search';
import type { Meeting, MeetingListItem } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useReportToCopy } from '../../../api/meetings/templateQueriesAndMutations.ts';
import { useTeam } from '../../../api/organisations/selectedTeam.tsx';
import { useMeetingLists } from '../../../api/reports/reportQueriesAndMutations.ts';
import { scheduleSentence } from '../../../parts/scheduleSentenceAndClockTime.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { LoadingSkeleton } from '../../../ui/display/LoadingSkeleton.tsx';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from './TemplateGallery.module.css';

interface CopyReportProps {
  readonly teamId: string;
  /** The report types that this installation offers, which may be fewer than the product has. */
  readonly types: readonly Meeting['type'][];
  readonly onCopy: (meeting: Meeting) => void;
}

interface ReportToCopyProps {
  readonly meeting: MeetingListItem;
  readonly isOffered: boolean;
  readonly isRunning: boolean;
  readonly onCopy: () => void;
}

const ReportToCopy = ({ meeting, isOffered, isRunning, onCopy }: ReportToCopyProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { name } = meeting;
  return (
    <li className={css.report}>
      <div className={css.words}>
        <bdi className={css.name}>{name}</bdi>
        <p className={css.about}>{scheduleSentence(meeting, t, locale)}</p>
        {!isOffered && <p className={css.warning}>{t('gallery.notOffered')}</p>}
      </div>
      {isOffered && (
        <Button aria-label={t('gallery.copyOf', { name })} disabledFocusable={isRunning} onClick={onCopy}>
          {t('gallery.copyUse')}
        </Button>
      )}
    </li>
  );
};

const contains = (name: string, search: string): boolean =>
  name.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase());

type ReportsProps = Omit<CopyReportProps, 'teamId'> & { readonly from: string; readonly search: string };

const Reports = ({ from, search, types, onCopy }: ReportsProps) => {
  const t = useTranslate();
  const lists = useMeetingLists([from]);
  const copy = useReportToCopy();
  if (lists.data === undefined)
    return lists.error === null ? (
      <LoadingSkeleton shape="rows" />
    ) : (
      <EmptyState role="alert" text={errorText(lists.error, t)}>
        <Button onClick={lists.retry}>{t('common.retry')}</Button>
      </EmptyState>
    );
  const shown = lists.data.filter(({ name }) => contains(name, search));
  if (shown.length === 0)
    return <EmptyState text={t(lists.data.length === 0 ? 'gallery.copyNone' : 'gallery.copyNoneFound')} />;
  return (
    <>
      {copy.isError && (
        <p className={css.failure} role="alert">
          {errorText(copy.error, t)}
        </p>
      )}
      <ul className={css.reports}>
        {shown.map((meeting) => (
          <ReportToCopy
            key={meeting.id}
            meeting={meeting}
            isOffered={types.includes(meeting.type)}
            isRunning={copy.isPending}
            onCopy={() => {
              if (!copy.isPending) copy.mutate(meeting.id, { onSuccess: onCopy });
            }}
          />
        ))}
      </ul>
    </>
  );
};

export const CopyReport = ({ teamId, ...rest }: CopyReportProps) => {
  const t = useTranslate();
  const team = useTeam();
  const [from, setFrom] = useState(teamId);
  const [search, setSearch] = useState('');
  const teams = team.kind === 'ready' ? team.teams : [];
  return (
    <>
      <div className={css.filters} role="search">
        <Input
          className={css.search ?? ''}
          type="search"
          aria-label={t('gallery.copySearch')}
          placeholder={t('gallery.copySearch')}
          contentBefore={<Search20Regular />}
          value={search}
          onChange={(_, { value }) => {
            setSearch(value);
          }}
        />
        {teams.length > 1 && (
          <Select
            className={css.select ?? ''}
            aria-label={t('gallery.copyTeam')}
            value={from}
            onChange={(_, { value }) => {
              setFrom(value);
            }}
          >
            {teams.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </div>
      {from !== teamId && <p className={css.about}>{t('gallery.copyOtherTeam')}</p>}
      <Reports key={from} from={from} search={search} {...rest} />
    </>
  );
};
