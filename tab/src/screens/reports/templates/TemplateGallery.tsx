import { useEffect, useId, useRef, useState } from 'react';
import type { ReactElement, RefObject } from 'react';
import { Button } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { ArrowLeft20Regular } from '@fluentui/react-icons/svg/arrow-left';
import { Copy20Regular } from '@fluentui/react-icons/svg/copy';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { ReportTemplate } from '#contracts/meetings/templateCalls.ts';
import { useUserDetails } from '../../../api/client/userDetailsAndOrgPauseCheck.ts';
import { useTemplates } from '../../../api/meetings/templateQueriesAndMutations.ts';
import { LoadingSkeleton } from '../../../ui/display/LoadingSkeleton.tsx';
import { PartFailedNotice } from '../../../ui/display/PartFailedNotice.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import { CopyReport } from './CopyReport.tsx';
import { OrgTemplates } from './OrgTemplates.tsx';
import { TemplateCard } from './TemplateCard.tsx';
import css from './TemplateGallery.module.css';

/** Starting point of the wizard: the defaults, a template, or an existing report. */
export type Beginning =
  | { readonly kind: 'scratch' }
  | { readonly kind: 'template'; readonly template: ReportTemplate }
  | { readonly kind: 'copy'; readonly meeting: Meeting };

export interface TemplateGalleryProps {
  readonly teamId: string;
  /** The report types that this installation offers, which may be fewer than the product has. */
  readonly types: readonly Meeting['type'][];
  /** True if the reader returns from the wizard. The heading then takes the focus. */
  readonly isReturn: boolean;
  readonly onBegin: (beginning: Beginning) => void;
}

interface StartButtonProps {
  readonly icon: ReactElement;
  readonly title: string;
  readonly about: string;
  readonly onClick: () => void;
}

const StartButton = ({ icon, title, about, onClick }: StartButtonProps) => {
  const aboutId = useId();
  return (
    <button type="button" className={css.start} aria-label={title} aria-describedby={aboutId} onClick={onClick}>
      <span aria-hidden="true" className={css.icon}>
        {icon}
      </span>
      <span className={css.words}>
        <span className={css.startTitle}>{title}</span>
        <span id={aboutId} className={css.about}>
          {about}
        </span>
      </span>
    </button>
  );
};

type TemplatesProps = Pick<TemplateGalleryProps, 'teamId' | 'onBegin'>;

/**
 * Shows the templates of the product, then those of the organisation. Readers who may not manage templates see the
 * organisation's section only if it has templates.
 */
const Templates = ({ teamId, onBegin }: TemplatesProps) => {
  const t = useTranslate();
  const templates = useTemplates(teamId);
  const { data: me } = useUserDetails();
  const mayManage =
    me !== undefined && hasPermission('template.manage', { role: me.role, belongsToTeam: true, isOwner: false });
  const use = (template: ReportTemplate): void => {
    onBegin({ kind: 'template', template });
  };
  if (templates.data === undefined)
    return templates.isError ? (
      <PartFailedNotice text="gallery.failed" retry={templates.refetch} />
    ) : (
      <LoadingSkeleton shape="rows" />
    );
  const saved = templates.data.filter(({ source }) => source === 'ORGANISATION');
  return (
    <>
      <h3 className={css.section}>{t('gallery.product')}</h3>
      <ul className={css.cards}>
        {templates.data
          .filter(({ source }) => source === 'PRODUCT')
          .map((template) => (
            <li key={template.id}>
              <TemplateCard
                template={template}
                onUse={() => {
                  use(template);
                }}
              />
            </li>
          ))}
      </ul>
      {(mayManage || saved.length > 0) && (
        <>
          <h3 className={css.section}>{t('gallery.organisation')}</h3>
          <OrgTemplates templates={saved} mayManage={mayManage} onUse={use} />
        </>
      )}
    </>
  );
};

/**
 * Moves the focus to the heading when the view changes, and at the first rendering if the reader returned from the
 * wizard.
 */
const useHeadingFocus = (heading: RefObject<HTMLElement | null>, view: string, isReturn: boolean): void => {
  const last = useRef(isReturn ? '' : view);
  useEffect(() => {
    if (last.current === view) return;
    last.current = view;
    heading.current?.focus();
  }, [heading, view]);
};

interface StartsProps {
  readonly onScratch: () => void;
  readonly onCopy: () => void;
}

const Starts = ({ onScratch, onCopy }: StartsProps) => {
  const t = useTranslate();
  return (
    <div className={css.starts}>
      <StartButton
        icon={<Add20Regular />}
        title={t('gallery.scratch')}
        about={t('gallery.scratchAbout')}
        onClick={onScratch}
      />
      <StartButton icon={<Copy20Regular />} title={t('gallery.copy')} about={t('gallery.copyAbout')} onClick={onCopy} />
    </div>
  );
};

/** Lets the reader choose how to begin a report: with the defaults, a copy of a report, or a template. */
export const TemplateGallery = ({ teamId, types, isReturn, onBegin }: TemplateGalleryProps) => {
  const t = useTranslate();
  const [view, setView] = useState<'templates' | 'copy'>('templates');
  const heading = useRef<HTMLHeadingElement>(null);
  useHeadingFocus(heading, view, isReturn);
  const show = (next: typeof view) => (): void => {
    setView(next);
  };
  const content =
    view === 'copy' ? (
      <>
        <div>
          <Button appearance="subtle" icon={<ArrowLeft20Regular data-mirrored />} onClick={show('templates')}>
            {t('gallery.back')}
          </Button>
        </div>
        <CopyReport
          teamId={teamId}
          types={types}
          onCopy={(meeting) => {
            onBegin({ kind: 'copy', meeting });
          }}
        />
      </>
    ) : (
      <>
        <Starts
          onScratch={() => {
            onBegin({ kind: 'scratch' });
          }}
          onCopy={show('copy')}
        />
        <Templates teamId={teamId} onBegin={onBegin} />
      </>
    );
  return (
    <div className={css.gallery}>
      <div>
        <h2 ref={heading} tabIndex={-1} className={css.heading}>
          {t(view === 'copy' ? 'gallery.copy' : 'gallery.title')}
        </h2>
        <p className={css.about}>{t('gallery.hint')}</p>
      </div>
      {content}
    </div>
  );
};
