import { useMemo } from 'react';
import { useTimezones } from '../api/meetings/reportForm.ts';
import { useReader } from '../ui/text/reader.ts';
import { useWords } from '../ui/text/words.ts';
import { ChoiceBox } from './ChoiceBox.tsx';
import type { Choice, ChoiceProps } from './ChoiceBox.tsx';
import { zoneSearch } from './zoneSearch.ts';
import type { Zone } from './zoneSearch.ts';

export type ZoneProps = Pick<
  ChoiceProps,
  'label' | 'hint' | 'fault' | 'chosen' | 'onChoose' | 'onLeftEmpty' | 'className'
>;

const choiceOf = ({ id, name }: Zone): Choice => ({ id, text: name });

/**
 * A choice of every zone that the server knows, with its current offset. The search finds city, country, abbreviation and offset.
 */
export const ZoneBox = (props: ZoneProps) => {
  const words = useWords();
  const { zone: browserZone, locale } = useReader();
  const { data } = useTimezones(browserZone);
  const zones = useMemo((): readonly Zone[] => data?.timezones ?? [], [data]);
  const search = useMemo(() => zoneSearch(zones, locale), [zones, locale]);
  const choices = useMemo(() => zones.map(choiceOf), [zones]);
  const { chosen } = props;
  return (
    <ChoiceBox
      {...props}
      textOfChosen={zones.find(({ id }) => id === chosen)?.name ?? chosen ?? ''}
      choices={choices}
      find={(typed) => search(typed).map(choiceOf)}
      read={(typed) => {
        const wanted = typed.toLowerCase();
        return zones.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted)?.id;
      }}
      unread={words('zone.unknown')}
    />
  );
};
