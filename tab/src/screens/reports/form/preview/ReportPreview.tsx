import { Suspense, lazy, useState, useMemo } from 'react';
import type { MouseEvent } from 'react';
import { Button } from '@fluentui/react-components';
import { useFormContext, useWatch } from 'react-hook-form';
import type { UseQueryResult } from '@tanstack/react-query';
import { usePreviewCard, usePreviewRuns } from '../../../../api/meetings/reportFormQueriesAndSave.ts';
import { useMembers } from '../../../../api/organisations/teamMembersAndChannelsQueries.ts';
import type { Runs } from '../../../../api/meetings/reportFormQueriesAndSave.ts';
import { WaitSpinner } from '../../../../ui/display/WaitSpinner.tsx';
import { useTranslate } from '../../../../ui/text/translate.ts';
import { usePlaceholders, useSubject } from '../formContextAndFieldBinding.ts';
import css from './ReportPreview.module.css';
import { cardDraftOf, runsDraft } from './previewRunsAndCardDrafts.ts';
import { PreviewRun } from './PreviewRun.tsx';
import { useDebounced } from '../useDebounced.ts';
import type { MeetingForm } from '../formValuesAndSaveInput.ts';
import { withColleagues } from '../../../../api/answers/fillCardAndReadAnswer.ts';

const CardView = lazy(() =>
  import('../../../../ui/display/AdaptiveCardView.tsx').then((module) => ({ default: module.AdaptiveCardView })),
);

/** Milliseconds without typing after which the preview loads. */
const typingMs = 500;

const Failed = ({ query }: { readonly query: Pick<UseQueryResult, 'refetch'> }) => {
  const t = useTranslate();
  return (
    <div className={css.failed} role="status">
      {t('preview.failed')}
      <Button size="small" onClick={() => void query.refetch()}>
        {t('common.retry')}
      </Button>
    </div>
  );
};

const ignore = (): void => undefined;

const isSend = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('.ac-pushButton') !== null;

const Card = ({ form }: { readonly form: MeetingForm }) => {
  const t = useTranslate();
  const [isPressed, setPressed] = useState(false);
  const draft = cardDraftOf(form, useSubject(), usePlaceholders());
  const query = usePreviewCard(draft);
  const { data, isError } = query;
  const card = useMemo(() => (data === undefined ? undefined : withColleagues(data.card, [])), [data]);
  if (draft === null) {
    const isNever = form.weekdays.length === 0 && form.time !== null && form.timezone !== '';
    return <p className={css.none}>{t(isNever ? 'preview.noDayCard' : 'preview.incompleteCard')}</p>;
  }
  if (isError) return <Failed query={query} />;
  if (card === undefined) return <WaitSpinner />;
  return (
    <>
      <p className={css.note}>{t('preview.notSent')}</p>
      <div
        className={css.card}
        onClickCapture={(event) => {
          if (!isSend(event)) return;
          // The buttons of the card have no effect in the preview. Without this stop, the card would check its inputs
          // and show errors.
          event.stopPropagation();
          setPressed(true);
        }}
      >
        <Suspense fallback={<WaitSpinner />}>
          <CardView card={card} onAction={ignore} />
        </Suspense>
        <div role="status" className={css.note}>
          {isPressed && t('preview.pressed')}
        </div>
      </div>
    </>
  );
};

const RunList = ({ runs, form }: { readonly runs: Runs; readonly form: MeetingForm }) => {
  const t = useTranslate();
  const { data: members } = useMembers(useSubject().teamId);
  const names = new Map((members ?? []).map(({ id, name }) => [id as string, name]));
  if (runs.length === 0) return <p className={css.none}>{t('preview.none')}</p>;
  return (
    <ol className={css.runs}>
      {runs.map((run) => (
        <PreviewRun key={run.date} run={run} names={names} timezone={form.timezone} timeBasis={form.timeBasis} />
      ))}
    </ol>
  );
};

const NextRuns = ({ form }: { readonly form: MeetingForm }) => {
  const t = useTranslate();
  const subject = useSubject();
  const isNever = form.weekdays.length === 0;
  const draft = runsDraft(form, subject);
  const query = usePreviewRuns(isNever ? null : draft);
  const { data, isError } = query;
  if (isNever) return <p className={css.none}>{t('preview.never')}</p>;
  if (draft === null) return <p className={css.none}>{t('preview.incomplete')}</p>;
  if (isError) return <Failed query={query} />;
  return data === undefined ? <WaitSpinner /> : <RunList runs={data} form={form} />;
};

export const ReportPreview = () => {
  const t = useTranslate();
  const { control, getValues } = useFormContext<MeetingForm>();
  const watched = useWatch({ control });
  const written = useDebounced(watched, typingMs);
  // The watched values lack the fields that the reader has never changed, so `getValues` supplies these.
  const form = { ...getValues(), ...written } as MeetingForm;
  return (
    <aside className={css.preview} aria-label={t('preview.title')}>
      <section className={css.part}>
        <h2 className={css.heading}>{t('preview.runs')}</h2>
        <NextRuns form={form} />
      </section>
      <section className={css.part}>
        <h2 className={css.heading}>{t('preview.card')}</h2>
        <Card form={form} />
      </section>
    </aside>
  );
};
