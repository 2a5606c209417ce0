import { Suspense, lazy } from 'react';
import { Field, Input } from '@fluentui/react-components';
import { useTimezones } from '../api/people/timezonesQuery.ts';
import { useReader } from '../ui/text/readerContextClockAndDates.ts';
import type { ZoneProps } from './TimezoneList.tsx';

const ZoneBox = lazy(() => import('./TimezoneList.tsx').then((module) => ({ default: module.TimezoneList })));

const Waiting = ({ label, hint, chosen, className }: ZoneProps) => {
  const { zone } = useReader();
  const { data } = useTimezones(zone);
  const text = data?.timezones.find(({ id }) => id === chosen)?.name ?? chosen ?? '';
  return (
    <Field className={className} label={label} hint={hint ?? null} required>
      <Input readOnly value={text} />
    </Field>
  );
};

/**
 * Lets the reader choose a time zone, from a list or by typing. The code of the list and of its search loads after the
 * page.
 */
export const TimezoneField = (props: ZoneProps) => (
  <Suspense fallback={<Waiting {...props} />}>
    <ZoneBox {...props} />
  </Suspense>
);
