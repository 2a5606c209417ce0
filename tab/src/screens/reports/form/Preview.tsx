import { Suspense, lazy, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { useFormContext, useWatch } from 'react-hook-form';
import type { UseQueryResult } from '@tanstack/react-query';
import { usePreviewCard, usePreviewRuns } from '../../../api/reportForm.ts';
import type { Runs } from '../../../api/reportForm.ts';
import { Wait } from '../../../ui/Wait.tsx';
import { useWords } from '../../../ui/words.ts';
import { useSubject } from './formContext.ts';
import css from './Preview.module.css';
import { cardDraftOf, runsDraft } from './previewDraft.ts';
import { PreviewRun } from './PreviewRun.tsx';
import { useDebounced } from './useDebounced.ts';
import type { MeetingForm } from './values.ts';

const CardView = lazy(() => import('../../../ui/CardView.tsx').then((it) => ({ default: it.CardView })));

/** Asked for once typing pauses. */
const typingMs = 500;

const Failed = ({ query }: { readonly query: Pick<UseQueryResult, 'refetch'> }) => {
  const words = useWords();
  return (
    <div className={css.failed} role="status">
      {words('preview.failed')}
      <Button size="small" onClick={() => void query.refetch()}>
        {words('common.retry')}
      </Button>
    </div>
  );
};

const Card = ({ form }: { readonly form: MeetingForm }) => {
  const words = useWords();
  const [isPressed, setPressed] = useState(false);
  const draft = cardDraftOf(form, useSubject());
  const query = usePreviewCard(draft);
  const { data, isError } = query;
  if (draft === null) return <p className={css.none}>{words('preview.incompleteCard')}</p>;
  if (isError) return <Failed query={query} />;
  if (data === undefined) return <Wait />;
  return (
    <div className={css.card}>
      <Suspense fallback={<Wait />}>
        <CardView
          card={data.card}
          onAction={() => {
            setPressed(true);
          }}
        />
      </Suspense>
      <div role="status" className={css.note}>
        {isPressed && words('preview.notSent')}
      </div>
    </div>
  );
};

const RunList = ({ runs, form }: { readonly runs: Runs; readonly form: MeetingForm }) => {
  const words = useWords();
  if (runs.length === 0) return <p className={css.none}>{words('preview.none')}</p>;
  return (
    <ol className={css.runs}>
      {runs.map((run, at) => (
        <PreviewRun
          key={run.date}
          run={run}
          before={runs[at - 1]}
          timezone={form.timezone}
          timeBasis={form.timeBasis}
        />
      ))}
    </ol>
  );
};

const NextRuns = ({ form }: { readonly form: MeetingForm }) => {
  const words = useWords();
  const subject = useSubject();
  const isNever = form.weekdays.length === 0;
  const draft = runsDraft(form, subject);
  const query = usePreviewRuns(isNever ? null : draft);
  const { data, isError } = query;
  if (isNever) return <p className={css.none}>{words('preview.never')}</p>;
  if (draft === null) return <p className={css.none}>{words('preview.incomplete')}</p>;
  if (isError) return <Failed query={query} />;
  return data === undefined ? <Wait /> : <RunList runs={data} form={form} />;
};

/** What will come of it: the very card that people get, and the next times they get it. */
export const Preview = () => {
  const words = useWords();
  const { control, getValues } = useFormContext<MeetingForm>();
  const watched = useWatch({ control });
  const written = useDebounced(watched, typingMs);
  // What is watched may lack what was never touched; the values themselves are whole.
  const form = { ...getValues(), ...written } as MeetingForm;
  return (
    <aside className={css.preview} aria-label={words('preview.title')}>
      <section className={css.part}>
        <h2 className={css.heading}>{words('preview.runs')}</h2>
        <NextRuns form={form} />
      </section>
      <section className={css.part}>
        <h2 className={css.heading}>{words('preview.card')}</h2>
        <Card form={form} />
      </section>
    </aside>
  );
};
