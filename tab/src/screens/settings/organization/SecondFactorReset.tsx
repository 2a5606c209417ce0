import { Suspense, lazy, useState } from 'react';
import { Button, Field, SearchBox } from '@fluentui/react-components';
import { errorText } from '../../../api/client/errorText.ts';
import { useUserDetails } from '../../../api/client/userDetailsAndOrgPauseCheck.ts';
import { useAccounts, useResetFactor } from '../../../api/identity/secondFactorSetupAndReset.ts';
import type { Account } from '../../../api/identity/secondFactorSetupAndReset.ts';
import { EmailAddressText } from '../../../ui/text/EmailAddressText.tsx';
import { useFocusBack } from '../../../ui/dialogs/restoreFocusAndModalFixes.tsx';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { LoadedData } from '../../../parts/LoadedData.tsx';
import { Section } from '../../../ui/display/Section.tsx';
import css from '../security/SecurityTab.module.css';

const ConfirmDialog = lazy(() =>
  import('../../../ui/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

// Largest number of accounts in the list. Admins find further accounts by typing more of the name or the email address.
const shownAtMost = 8;

const nameOf = ({ firstName, lastName }: Account): string => `${firstName} ${lastName}`.trim();

const matches = (account: Account, wanted: string): boolean =>
  `${nameOf(account)} ${account.email}`.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase());

interface PeopleProps {
  readonly accounts: readonly Account[];
  readonly hasMore: boolean;
  readonly onMore: () => void;
  readonly onAsk: (account: Account) => void;
}

const People = ({ accounts, hasMore, onMore, onAsk }: PeopleProps) => {
  const t = useTranslate();
  const [wanted, setWanted] = useState('');
  if (accounts.length === 0 && !hasMore) return <p>{t('securityTab.noFactors')}</p>;
  const matchingAccounts = accounts.filter((item) => matches(item, wanted));
  const remainder = matchingAccounts.length - shownAtMost;
  return (
    <>
      <Field label={t('securityTab.find')} className={css.find ?? ''}>
        <SearchBox
          value={wanted}
          dismiss={{ 'aria-label': t('common.clear') }}
          onChange={(_, { value }) => {
            setWanted(value);
          }}
        />
      </Field>
      {matchingAccounts.length === 0 && <p role="status">{t('securityTab.nobody')}</p>}
      <ul className={css.accounts} aria-label={t('securityTab.people')}>
        {matchingAccounts.slice(0, shownAtMost).map((account) => (
          <li key={account.id} className={css.account}>
            <div className={css.who}>
              <div>{nameOf(account)}</div>
              <div className={css.email}>
                <EmailAddressText text={account.email} />
              </div>
            </div>
            <Button
              size="small"
              aria-label={t('securityTab.resetOf', { name: nameOf(account) })}
              onClick={() => {
                onAsk(account);
              }}
            >
              {t('securityTab.reset')}
            </Button>
          </li>
        ))}
      </ul>
      {remainder > 0 && <p role="status">{t('securityTab.rest', { count: remainder })}</p>}
      {hasMore && <Button onClick={onMore}>{t('securityTab.more')}</Button>}
    </>
  );
};

interface AskProps {
  readonly account: Account;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

const Ask = ({ account, isOpen, onClose, onGone }: AskProps) => {
  const t = useTranslate();
  const notices = useNotices();
  const reset = useResetFactor();
  const name = nameOf(account);
  const confirm = (): void => {
    reset.mutate(account.id, {
      onSuccess: () => {
        notices.push('success', t('securityTab.resetDone', { name }));
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      question={t('securityTab.resetQuestion', { name })}
      confirm={t('securityTab.resetYes')}
      isRunning={reset.isPending}
      failure={reset.error === null ? null : errorText(reset.error, t)}
      onConfirm={confirm}
      onClose={onClose}
      onGone={onGone}
    >
      <p>{t('securityTab.resetWarning')}</p>
    </ConfirmDialog>
  );
};

/**
 * Lets an admin remove the second factor of a person who has lost both the phone and the recovery codes. Lists only
 * accounts with a second factor.
 */
export const SecondFactorReset = () => {
  const t = useTranslate();
  const { data: me } = useUserDetails();
  const query = useAccounts();
  const { place, remember, giveBack } = useFocusBack();
  const [asked, setAsked] = useState<Account>();
  const [isOpen, setOpen] = useState(false);
  return (
    <div ref={place} tabIndex={-1}>
      <Section title={t('securityTab.resetTitle')} text={t('securityTab.resetText')}>
        <LoadedData query={query}>
          {({ pages }) => (
            <People
              accounts={pages
                .flatMap(({ items }) => items)
                .filter(({ id, hasSecondFactor }) => hasSecondFactor && id !== me?.id)}
              hasMore={query.hasNextPage}
              onMore={() => void query.fetchNextPage()}
              onAsk={(account) => {
                remember();
                setAsked(account);
                setOpen(true);
              }}
            />
          )}
        </LoadedData>
      </Section>
      {asked !== undefined && (
        <Suspense>
          <Ask
            key={asked.id}
            account={asked}
            isOpen={isOpen}
            onClose={() => {
              setOpen(false);
            }}
            onGone={giveBack}
          />
        </Suspense>
      )}
    </div>
  );
};
