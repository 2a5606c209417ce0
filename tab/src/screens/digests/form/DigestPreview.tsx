import { Suspense, lazy } from 'react';
import { Button } from '@fluentui/react-components';
import { errorText } from '../../../api/client/errorText.ts';
import { usePreviewDigest } from '../../../api/digests/digestQueriesAndMutations.ts';
import { LoadingSkeleton } from '../../../ui/display/LoadingSkeleton.tsx';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { momentText } from '../formatDigestScheduleAndMoment.ts';
import { inputOf } from './digestFormValues.ts';
import type { DigestForm } from './digestFormValues.ts';
import css from '../DigestsScreen.module.css';

const Card = lazy(() =>
  import('../../../ui/display/AdaptiveCardView.tsx').then((module) => ({ default: module.AdaptiveCardView })),
);

const ignore = (): void => undefined;

interface PreviewProps {
  readonly form: DigestForm;
  readonly teamId: string | null;
  /** The digest that the form changes; undefined for a new one. */
  readonly digestId: string | undefined;
}

/**
 * Shows the card that a digest with the form's values would send now. The server creates the preview in the same way as
 * the message.
 */
export const DigestPreview = ({ form, teamId, digestId }: PreviewProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const preview = usePreviewDigest();
  const { data } = preview;
  return (
    <section className={css.group} aria-label={t('digests.preview')}>
      <h2 className={css.legend}>{t('digests.preview')}</h2>
      <p className={css.note}>{t('digests.previewNote')}</p>
      <div>
        <Button
          disabledFocusable={preview.isPending}
          onClick={() => {
            if (!preview.isPending)
              preview.mutate({ ...inputOf(form, teamId), ...(digestId === undefined ? {} : { id: digestId }) });
          }}
        >
          {t('digests.previewShow')}
        </Button>
      </div>
      {preview.error !== null && (
        <p className={css.fault} role="alert">
          {errorText(preview.error, t)}
        </p>
      )}
      {data !== undefined && (
        <>
          <p className={css.note} role="status">
            {t('digests.nextDates', {
              dates: data.next.map((at) => momentText(at, form.timezone, locale)).join(' · '),
            })}
          </p>
          <div className={css.preview}>
            <Suspense fallback={<LoadingSkeleton shape="rows" />}>
              <Card card={data.card} onAction={ignore} onInput={ignore} />
            </Suspense>
          </div>
        </>
      )}
    </section>
  );
};
