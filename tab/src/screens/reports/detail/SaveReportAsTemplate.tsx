import { Suspense, lazy } from 'react';
import { Button } from '@fluentui/react-components';
import type { MeetingDetail } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { useSaveTemplate } from '../../../api/meetings/templateQueriesAndMutations.ts';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { useLazyDialog } from '../../../ui/dialogs/useLazyDialog.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from './ReportSettingsTab.module.css';

const TemplateNameDialog = lazy(() =>
  import('../templates/TemplateNameDialog.tsx').then((module) => ({ default: module.TemplateNameDialog })),
);

export const SaveTemplatePart = ({ meeting }: { readonly meeting: MeetingDetail }) => {
  const t = useTranslate();
  const notices = useNotices();
  const save = useSaveTemplate();
  const { place, round, ...dialog } = useLazyDialog();
  const send = (name: string): void => {
    save.mutate(
      { meetingId: meeting.id, name },
      {
        onSuccess: () => {
          dialog.close();
          notices.push('success', t('orgTemplate.saved', { name }));
        },
      },
    );
  };
  return (
    <section className={css.part}>
      <div ref={place} tabIndex={-1} className={css.words}>
        <h2 className={css.title}>{t('orgTemplate.title')}</h2>
        <p className={css.text}>{t('orgTemplate.text')}</p>
      </div>
      <Button
        onClick={() => {
          save.reset();
          dialog.open();
        }}
      >
        {t('orgTemplate.title')}
      </Button>
      {round > 0 && (
        <Suspense>
          <TemplateNameDialog
            key={round}
            isOpen={dialog.isOpen}
            title={t('orgTemplate.title')}
            name={meeting.name}
            isRunning={save.isPending}
            error={save.error}
            onSave={send}
            onClose={dialog.close}
            onGone={dialog.onGone}
          />
        </Suspense>
      )}
    </section>
  );
};
