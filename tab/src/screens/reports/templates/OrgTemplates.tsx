import { Suspense, lazy, useState } from 'react';
import type { ReportTemplate } from '#contracts/meetings/templateCalls.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useDeleteTemplate, useRenameTemplate } from '../../../api/meetings/templateQueriesAndMutations.ts';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { useLazyDialog } from '../../../ui/dialogs/useLazyDialog.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { TemplateCard } from './TemplateCard.tsx';
import type { TemplateAction } from './TemplateCard.tsx';
import css from './TemplateGallery.module.css';

const ConfirmDialog = lazy(() =>
  import('../../../ui/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);
const TemplateNameDialog = lazy(() =>
  import('./TemplateNameDialog.tsx').then((module) => ({ default: module.TemplateNameDialog })),
);

interface Chosen {
  readonly template: ReportTemplate;
  readonly action: TemplateAction;
}

interface ActionDialogProps {
  readonly template: ReportTemplate;
  readonly dialog: Pick<ReturnType<typeof useLazyDialog>, 'isOpen' | 'close' | 'onGone'>;
}

const RenameDialog = ({ template, dialog }: ActionDialogProps) => {
  const t = useTranslate();
  const notices = useNotices();
  const rename = useRenameTemplate();
  const save = (name: string): void => {
    rename.mutate(
      { templateId: template.id, name },
      {
        onSuccess: () => {
          dialog.close();
          notices.push('success', t('gallery.renamed', { name }));
        },
      },
    );
  };
  return (
    <TemplateNameDialog
      isOpen={dialog.isOpen}
      title={t('orgTemplate.renameTitle')}
      name={template.name}
      isRunning={rename.isPending}
      error={rename.error}
      onSave={save}
      onClose={dialog.close}
      onGone={dialog.onGone}
    />
  );
};

const DeleteDialog = ({ template, dialog }: ActionDialogProps) => {
  const t = useTranslate();
  const notices = useNotices();
  const remove = useDeleteTemplate();
  const { name } = template;
  return (
    <ConfirmDialog
      isOpen={dialog.isOpen}
      question={t('gallery.deleteQuestion', { name })}
      confirm={t('gallery.deleteYes')}
      isRunning={remove.isPending}
      failure={remove.error === null ? null : errorText(remove.error, t)}
      onConfirm={() => {
        remove.mutate(template.id, {
          onSuccess: () => {
            dialog.close();
            notices.push('success', t('gallery.deleted', { name }));
          },
        });
      }}
      onClose={dialog.close}
      onGone={dialog.onGone}
    >
      <p>{t('gallery.deleteText')}</p>
    </ConfirmDialog>
  );
};

interface OrgTemplatesProps {
  readonly templates: readonly ReportTemplate[];
  /** True if the reader may rename and delete templates. Only admins may. */
  readonly mayManage: boolean;
  readonly onUse: (template: ReportTemplate) => void;
}

export const OrgTemplates = ({ templates, mayManage, onUse }: OrgTemplatesProps) => {
  const t = useTranslate();
  const [chosen, setChosen] = useState<Chosen>();
  const { place, round, ...dialog } = useLazyDialog();
  const actOn = (template: ReportTemplate) => (action: TemplateAction) => {
    setChosen({ template, action });
    dialog.open();
  };
  return (
    <div ref={place} tabIndex={-1} className={css.place}>
      {templates.length === 0 ? (
        <p className={css.about}>{t('gallery.organisationNone')}</p>
      ) : (
        <ul className={css.cards}>
          {templates.map((template) => (
            <li key={template.id}>
              <TemplateCard
                template={template}
                onUse={() => {
                  onUse(template);
                }}
                onAction={mayManage ? actOn(template) : undefined}
              />
            </li>
          ))}
        </ul>
      )}
      {chosen !== undefined && (
        <Suspense>
          {chosen.action === 'rename' ? (
            <RenameDialog key={round} template={chosen.template} dialog={dialog} />
          ) : (
            <DeleteDialog key={round} template={chosen.template} dialog={dialog} />
          )}
        </Suspense>
      )}
    </div>
  );
};
