import { useId, useState } from 'react';
import { Badge, Button } from '@fluentui/react-components';
import { ChevronDown20Regular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronUp20Regular } from '@fluentui/react-icons/svg/chevron-up';
import type { ReportTemplate } from '#contracts/meetings/templateCalls.ts';
import { scheduleSentence } from '../../../parts/scheduleSentenceAndClockTime.ts';
import { dateIn, mediumDate } from '../../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from './TemplateGallery.module.css';
import { TemplateQuestions } from './TemplateQuestions.tsx';

export type TemplateAction = 'rename' | 'delete';

interface TemplateCardProps {
  readonly template: ReportTemplate;
  readonly onUse: () => void;
  /** Called when the reader renames or deletes the template; undefined = the reader may do neither. */
  readonly onAction?: ((action: TemplateAction) => void) | undefined;
}

const minutesPerHour = 60;

/** Shows on which days the report runs, how long members have to answer, and the number of questions. */
const Rhythm = ({ template }: { readonly template: ReportTemplate }) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { reportSummaryTime: minutes, questions } = template;
  const isWholeHours = minutes % minutesPerHour === 0;
  return (
    <>
      <p className={css.rhythm}>{scheduleSentence(template, t, locale)}</p>
      <ul className={css.counts}>
        <li>{t('gallery.questions', { count: questions.length })}</li>
        <li>
          {isWholeHours
            ? t('gallery.hours', { count: minutes / minutesPerHour })
            : t('gallery.minutes', { count: minutes })}
        </li>
      </ul>
    </>
  );
};

const Saved = ({ template: { savedBy, savedOn } }: { readonly template: ReportTemplate }) => {
  const t = useTranslate();
  const { locale, zone } = useReader();
  if (savedOn === null) return null;
  const date = mediumDate(dateIn(Date.parse(savedOn), zone), locale);
  return (
    <p className={css.about}>
      {savedBy === null ? t('gallery.savedOn', { date }) : t('gallery.savedBy', { name: savedBy, date })}
    </p>
  );
};

const AdminActions = ({
  name,
  onAction,
}: {
  readonly name: string;
  readonly onAction: (action: TemplateAction) => void;
}) => {
  const t = useTranslate();
  return (
    <>
      <Button
        appearance="subtle"
        aria-label={t('gallery.renameOf', { name })}
        onClick={() => {
          onAction('rename');
        }}
      >
        {t('gallery.rename')}
      </Button>
      <Button
        appearance="subtle"
        aria-label={t('gallery.deleteOf', { name })}
        onClick={() => {
          onAction('delete');
        }}
      >
        {t('gallery.delete')}
      </Button>
    </>
  );
};

export const TemplateCard = ({ template, onUse, onAction }: TemplateCardProps) => {
  const t = useTranslate();
  const [titleId, previewId] = [useId(), useId()];
  const [isOpen, setOpen] = useState(false);
  const { name, about, type, source, isOffered } = template;
  return (
    <article className={css.card} aria-labelledby={titleId}>
      <div className={css.head}>
        <h4 id={titleId} className={css.name}>
          <bdi>{name}</bdi>
        </h4>
        {type === 'RETRO' && source === 'ORGANISATION' && (
          <Badge appearance="tint" color="brand">
            {t('meetingType.RETRO')}
          </Badge>
        )}
      </div>
      {about !== '' && <p className={css.about}>{about}</p>}
      <Rhythm template={template} />
      <Saved template={template} />
      {!isOffered && <p className={css.warning}>{t('gallery.notOffered')}</p>}
      <div className={css.actions}>
        {isOffered && (
          <Button aria-label={t('gallery.useOf', { name })} onClick={onUse}>
            {t('gallery.use')}
          </Button>
        )}
        <Button
          appearance="subtle"
          aria-label={t('gallery.previewOf', { name })}
          aria-expanded={isOpen}
          aria-controls={isOpen ? previewId : undefined}
          icon={isOpen ? <ChevronUp20Regular /> : <ChevronDown20Regular />}
          iconPosition="after"
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          {t('gallery.preview')}
        </Button>
        {onAction !== undefined && <AdminActions name={name} onAction={onAction} />}
      </div>
      {isOpen && (
        <div id={previewId}>
          <TemplateQuestions template={template} />
        </div>
      )}
    </article>
  );
};
