import { Suspense, lazy } from 'react';
import { Button } from '@fluentui/react-components';
import type { OrganisationInfo } from '#contracts/organisations/org.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useSetOrganisationActive } from '../../../api/organisations/organisation.ts';
import { useNotices } from '../../../ui/dialogs/notices.ts';
import { useWords } from '../../../ui/text/words.ts';
import { Section } from '../../../ui/display/Section.tsx';
import { useDialog } from '../../../ui/dialogs/useDialog.ts';

const ConfirmDialog = lazy(() =>
  import('../../../ui/dialogs/ConfirmDialog.tsx').then((it) => ({ default: it.ConfirmDialog })),
);
const DeleteOrgDialog = lazy(() => import('./DeleteOrgDialog.tsx').then((it) => ({ default: it.DeleteOrgDialog })));

interface OrgProps {
  readonly organisation: OrganisationInfo;
}

/**
 * Deactivates the organisation, or activates it again. A deactivated organisation sends no prompts; all its data stays readable.
 */
const Activity = ({ organisation: { isActive } }: OrgProps) => {
  const words = useWords();
  const notices = useNotices();
  const setActive = useSetOrganisationActive();
  const { place, round, open, close, ...dialog } = useDialog();
  const action = isActive ? 'deactivate' : 'activate';
  const confirm = (): void => {
    setActive.mutate(!isActive, {
      onSuccess: () => {
        close();
        notices.push('success', words(`organizationTab.${action}Done`));
      },
    });
  };
  return (
    <div ref={place} tabIndex={-1}>
      <Section title={words(`organizationTab.${action}`)} text={words(`organizationTab.${action}Text`)}>
        <Button
          onClick={() => {
            setActive.reset();
            open();
          }}
        >
          {words(`organizationTab.${action}`)}
        </Button>
      </Section>
      {round > 0 && (
        <Suspense>
          <ConfirmDialog
            {...dialog}
            question={words(`organizationTab.${action}Question`)}
            confirm={words(`organizationTab.${action}Yes`)}
            isRunning={setActive.isPending}
            failure={setActive.error === null ? null : errorText(setActive.error, words)}
            onConfirm={confirm}
            onClose={close}
          >
            <p>{words(`organizationTab.${action}Text`)}</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  );
};

/** Deletes the organisation. It can be restored for a week. */
const Deletion = ({ organisation }: OrgProps) => {
  const words = useWords();
  const { place, round, open, ...dialog } = useDialog();
  return (
    <div ref={place} tabIndex={-1}>
      <Section title={words('organizationTab.delete')} text={words('organizationTab.deleteText')}>
        <Button onClick={open}>{words('organizationTab.delete')}</Button>
      </Section>
      {round > 0 && (
        <Suspense>
          <DeleteOrgDialog key={round} organisation={organisation} {...dialog} />
        </Suspense>
      )}
    </div>
  );
};

export const OrgEnd = ({ organisation }: OrgProps) => (
  <>
    <Activity organisation={organisation} />
    <Deletion organisation={organisation} />
  </>
);
