import { useMemo } from 'react';
import { useTimezones } from '../api/people/timezonesQuery.ts';
import { useReader } from '../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../ui/text/translate.ts';
import { SearchableChoice } from './SearchableChoice.tsx';
import type { Choice, ChoiceProps } from './SearchableChoice.tsx';
import { timezoneSearch } from './timezoneSearch.ts';
import type { Zone } from './timezoneSearch.ts';

export type ZoneProps = Pick<
  ChoiceProps,
  'label' | 'hint' | 'fault' | 'chosen' | 'onChoose' | 'onLeftEmpty' | 'className'
>;

const choiceOf = ({ id, name }: Zone): Choice => ({ id, text: name });

/**
 * Lists every time zone that the server knows, with its current offset. The search finds zones by city, country,
 * abbreviation and offset.
 */
export const TimezoneList = (props: ZoneProps) => {
  const t = useTranslate();
  const { zone: browserZone, locale } = useReader();
  const { data } = useTimezones(browserZone);
  const zones = useMemo((): readonly Zone[] => data?.timezones ?? [], [data]);
  const search = useMemo(() => timezoneSearch(zones, locale), [zones, locale]);
  const choices = useMemo(() => zones.map(choiceOf), [zones]);
  const { chosen } = props;
  return (
    <SearchableChoice
      {...props}
      textOfChosen={zones.find(({ id }) => id === chosen)?.name ?? chosen ?? ''}
      choices={choices}
      find={(typed) => search(typed).map(choiceOf)}
      read={(typed) => {
        const wanted = typed.toLowerCase();
        return zones.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted)?.id;
      }}
      unread={t('zone.unknown')}
    />
  );
};
