import { Suspense, lazy, useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { OrganisationInfo } from '#contracts/organisations/organisationCalls.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useSetOrganisationActive } from '../../../api/organisations/organisationQueriesAndMutations.ts';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { Section } from '../../../ui/display/Section.tsx';
import { useLazyDialog } from '../../../ui/dialogs/useLazyDialog.ts';

const ConfirmDialog = lazy(() =>
  import('../../../ui/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);
const DeleteOrgDialog = lazy(() =>
  import('./DeleteOrgDialog.tsx').then((module) => ({ default: module.DeleteOrgDialog })),
);

interface OrgProps {
  readonly organisation: OrganisationInfo;
}

/**
 * Lets an admin deactivate the organisation, or activate it again. A deactivated organisation sends no prompts, but all
 * its data can still be read.
 */
const Activity = ({ organisation: { isActive } }: OrgProps) => {
  const t = useTranslate();
  const notices = useNotices();
  const setActive = useSetOrganisationActive();
  const { place, round, open, close, ...dialog } = useLazyDialog();
  const action = isActive ? 'deactivate' : 'activate';
  // The action for which the dialog opened. It stays the same while the dialog is open, even if another admin changes
  // the state meanwhile.
  const [asked, setAsked] = useState<typeof action>(action);
  const confirm = (): void => {
    setActive.mutate(asked === 'activate', {
      onSuccess: () => {
        close();
        notices.push('success', t(`organizationTab.${asked}Done`));
      },
    });
  };
  return (
    <div ref={place} tabIndex={-1}>
      <Section title={t(`organizationTab.${action}`)} text={t(`organizationTab.${action}Text`)}>
        <Button
          onClick={() => {
            setActive.reset();
            setAsked(action);
            open();
          }}
        >
          {t(`organizationTab.${action}`)}
        </Button>
      </Section>
      {round > 0 && (
        <Suspense>
          <ConfirmDialog
            {...dialog}
            question={t(`organizationTab.${asked}Question`)}
            confirm={t(`organizationTab.${asked}Yes`)}
            isRunning={setActive.isPending}
            failure={setActive.error === null ? null : errorText(setActive.error, t)}
            onConfirm={confirm}
            onClose={close}
          >
            <p>{t(`organizationTab.${asked}Text`)}</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  );
};

const Deletion = ({ organisation }: OrgProps) => {
  const t = useTranslate();
  const { place, round, open, ...dialog } = useLazyDialog();
  return (
    <div ref={place} tabIndex={-1}>
      <Section title={t('organizationTab.delete')} text={t('organizationTab.deleteText')}>
        <Button onClick={open}>{t('organizationTab.delete')}</Button>
      </Section>
      {round > 0 && (
        <Suspense>
          <DeleteOrgDialog key={round} organisation={organisation} {...dialog} />
        </Suspense>
      )}
    </div>
  );
};

export const DeactivateOrDeleteOrganisation = ({ organisation }: OrgProps) => (
  <>
    <Activity organisation={organisation} />
    <Deletion organisation={organisation} />
  </>
);
