import type { DigestView } from '#contracts/digests/digestCalls.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useDeleteDigest } from '../../api/digests/digestQueriesAndMutations.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import type { useLazyDialog } from '../../ui/dialogs/useLazyDialog.ts';
import { useTranslate } from '../../ui/text/translate.ts';

interface DeleteDigestDialogProps {
  readonly digest: DigestView;
  readonly dialog: Pick<ReturnType<typeof useLazyDialog>, 'isOpen' | 'close' | 'onGone'>;
}

export const DeleteDigestDialog = ({ digest: { id, name }, dialog }: DeleteDigestDialogProps) => {
  const t = useTranslate();
  const notices = useNotices();
  const remove = useDeleteDigest();
  return (
    <ConfirmDialog
      isOpen={dialog.isOpen}
      question={t('digests.deleteTitle', { name })}
      confirm={t('digests.deleteYes')}
      isRunning={remove.isPending}
      failure={remove.error === null ? null : errorText(remove.error, t)}
      onConfirm={() => {
        remove.mutate(id, {
          onSuccess: () => {
            dialog.close();
            notices.push('success', t('digests.deleted'));
          },
        });
      }}
      onClose={dialog.close}
      onGone={dialog.onGone}
    >
      <p>{t('digests.deleteText')}</p>
    </ConfirmDialog>
  );
};
