import { Suspense, lazy } from 'react';
import { Field, Input } from '@fluentui/react-components';
import { useTimezones } from '../api/meetings/reportForm.ts';
import { useReader } from '../ui/text/reader.ts';
import type { ZoneProps } from './ZoneBox.tsx';

const ZoneBox = lazy(() => import('./ZoneBox.tsx').then((it) => ({ default: it.ZoneBox })));

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

/** A time zone, by list or by typing. The code of the list and of its search loads after the page. */
export const ZoneChoice = (props: ZoneProps) => (
  <Suspense fallback={<Waiting {...props} />}>
    <ZoneBox {...props} />
  </Suspense>
);
