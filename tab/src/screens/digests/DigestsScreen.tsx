import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import type { DigestList, DigestView } from '#contracts/digests/digestCalls.ts';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import type { UserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { useDigests, useOrganisationDigests } from '../../api/digests/digestQueriesAndMutations.ts';
import type { SavedDigest } from '../../api/digests/digestQueriesAndMutations.ts';
import { useTeam } from '../../api/organisations/selectedTeam.tsx';
import { LoadedData } from '../../parts/LoadedData.tsx';
import { NoTeamOrDisabledNotice } from '../../parts/NoTeamOrDisabledNotice.tsx';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { useLazyDialog } from '../../ui/dialogs/useLazyDialog.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import card from '../../ui/display/ListCard.module.css';
import { LoadingSkeleton } from '../../ui/display/LoadingSkeleton.tsx';
import { useSearchParams } from '../../ui/router/searchParamsAndValueChecks.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { DeleteDigestDialog } from './DeleteDigestDialog.tsx';
import { DigestRow } from './DigestRow.tsx';
import { WebhookSecret } from './WebhookSecret.tsx';
import css from './DigestsScreen.module.css';

const FormPage = lazy(() => import('./form/DigestFormPage.tsx').then((module) => ({ default: module.DigestFormPage })));

/**
 * The part that the page shows: the list, or the form of a digest (`digest` null = a new one). `secret` is the new
 * secret of a webhook, which the list shows once; null = none.
 */
type View =
  | { readonly is: 'LIST'; readonly secret: string | null }
  | { readonly is: 'FORM'; readonly digest: DigestView | null; readonly isOrganisation: boolean };

interface PartProps {
  readonly heading: string;
  readonly create: string;
  readonly list: DigestList;
  readonly onNew: () => void;
  readonly onEdit: (digest: DigestView) => void;
}

/** Returns the digests, the one with the id `first` at the top: a link in a message opens the page for one digest. */
const inOrder = (items: readonly DigestView[], first: string | null): readonly DigestView[] => [
  ...items.filter(({ id }) => id === first),
  ...items.filter(({ id }) => id !== first),
];

const Part = ({ heading, create, list, onNew, onEdit }: PartProps) => {
  const t = useTranslate();
  const params = useSearchParams();
  const [deleting, setDeleting] = useState<DigestView>();
  const { place, round, ...dialog } = useLazyDialog();
  return (
    <section className={css.part} aria-label={heading}>
      <div ref={place} tabIndex={-1} className={css.head}>
        <h2 className={css.heading}>{heading}</h2>
        <Button appearance="primary" onClick={onNew}>
          {create}
        </Button>
      </div>
      {list.items.length === 0 ? (
        <EmptyState text={t('digests.none')} detail={t('digests.noneText')} />
      ) : (
        <ul className={card.list}>
          {inOrder(list.items, params.get('digest')).map((digest) => (
            <li key={digest.id}>
              <DigestRow
                digest={digest}
                onEdit={() => {
                  onEdit(digest);
                }}
                onDelete={() => {
                  setDeleting(digest);
                  dialog.open();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {deleting !== undefined && <DeleteDigestDialog key={round} digest={deleting} dialog={dialog} />}
    </section>
  );
};

const Digests = ({ team, me }: { readonly team: Team; readonly me: UserDetails }) => {
  const t = useTranslate();
  const notices = useNotices();
  const params = useSearchParams();
  const isAdmin = hasPermission('digest.organisation', { role: me.role, belongsToTeam: false, isOwner: false });
  const ofTeam = useDigests(team.id);
  const ofOrganisation = useOrganisationDigests(isAdmin);
  const [view, setView] = useState<View>({ is: 'LIST', secret: null });
  const open = (isOrganisation: boolean) => (digest: DigestView | null) => {
    setView({ is: 'FORM', digest, isOrganisation });
  };
  if (view.is === 'FORM')
    return (
      <Suspense fallback={<LoadingSkeleton shape="form" />}>
        <FormPage
          {...{ digest: view.digest, isOrganisation: view.isOrganisation, teamId: team.id, myId: me.memberId }}
          reportId={params.get('report')}
          canUseWebhook={(view.isOrganisation ? ofOrganisation : ofTeam).data?.canUseWebhook ?? false}
          onSaved={({ secret }: SavedDigest) => {
            notices.push('success', t('digests.saved'));
            setView({ is: 'LIST', secret });
          }}
          onCancel={() => {
            setView({ is: 'LIST', secret: null });
          }}
        />
      </Suspense>
    );
  const part = (isOrganisation: boolean, heading: string, create: string) => (list: DigestList) => (
    <Part
      {...{ heading, create, list }}
      onNew={() => {
        open(isOrganisation)(null);
      }}
      onEdit={open(isOrganisation)}
    />
  );
  return (
    <>
      {view.secret !== null && <WebhookSecret secret={view.secret} />}
      <LoadedData query={ofTeam}>{part(false, t('digests.ofTeam', { team: team.name }), t('digests.new'))}</LoadedData>
      {isAdmin && (
        <LoadedData query={ofOrganisation}>
          {part(true, t('digests.ofOrganisation'), t('digests.newOrganisation'))}
        </LoadedData>
      )}
    </>
  );
};

const Content = (): ReactNode => {
  const t = useTranslate();
  const team = useTeam();
  const { data: me } = useUserDetails();
  if (team.kind === 'none') return <NoTeamOrDisabledNotice />;
  if (team.kind === 'failed')
    return (
      <EmptyState role="alert" text={errorText(team.error, t)}>
        <Button onClick={team.retry}>{t('common.retry')}</Button>
      </EmptyState>
    );
  if (team.kind === 'loading' || me === undefined) return <LoadingSkeleton shape="form" />;
  // The key changes with the selected team, so that an open form is closed when the reader selects another team.
  return <Digests key={team.selected.id} team={team.selected} me={me} />;
};

/**
 * Shows the scheduled digests of the selected team, and to admins also those of the organisation. The reader can create
 * and change digests.
 */
export const DigestsScreen = () => {
  const t = useTranslate();
  return (
    <>
      <h1 className={css.title}>{t('digests.title')}</h1>
      <p className={css.text}>{t('digests.text')}</p>
      <Content />
    </>
  );
};
