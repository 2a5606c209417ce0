import { Suspense, lazy, useState } from 'react';
import { Button, Field, SearchBox } from '@fluentui/react-components';
import { errorText } from '../../../api/client/errorText.ts';
import { useUserDetails } from '../../../api/client/queries.ts';
import { useAccounts, useResetFactor } from '../../../api/identity/secondFactor.ts';
import type { Account } from '../../../api/identity/secondFactor.ts';
import { AddressText } from '../../../ui/text/AddressText.tsx';
import { useFocusBack } from '../../../ui/dialogs/modal.tsx';
import { useNotices } from '../../../ui/dialogs/notices.ts';
import { useWords } from '../../../ui/text/words.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { Section } from '../../../ui/display/Section.tsx';
import css from '../security/SecurityTab.module.css';

const ConfirmDialog = lazy(() =>
  import('../../../ui/dialogs/ConfirmDialog.tsx').then((it) => ({ default: it.ConfirmDialog })),
);

// To find other accounts, admins type more of the name.
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
  const words = useWords();
  const [wanted, setWanted] = useState('');
  if (accounts.length === 0 && !hasMore) return <p>{words('securityTab.noFactors')}</p>;
  const found = accounts.filter((item) => matches(item, wanted));
  const rest = found.length - shownAtMost;
  return (
    <>
      <Field label={words('securityTab.find')} className={css.find ?? ''}>
        <SearchBox
          value={wanted}
          dismiss={{ 'aria-label': words('common.clear') }}
          onChange={(_, { value }) => {
            setWanted(value);
          }}
        />
      </Field>
      {found.length === 0 && <p role="status">{words('securityTab.nobody')}</p>}
      <ul className={css.accounts} aria-label={words('securityTab.people')}>
        {found.slice(0, shownAtMost).map((account) => (
          <li key={account.id} className={css.account}>
            <div className={css.who}>
              <div>{nameOf(account)}</div>
              <div className={css.email}>
                <AddressText text={account.email} />
              </div>
            </div>
            <Button
              size="small"
              aria-label={words('securityTab.resetOf', { name: nameOf(account) })}
              onClick={() => {
                onAsk(account);
              }}
            >
              {words('securityTab.reset')}
            </Button>
          </li>
        ))}
      </ul>
      {rest > 0 && <p role="status">{words('securityTab.rest', { count: rest })}</p>}
      {hasMore && <Button onClick={onMore}>{words('securityTab.more')}</Button>}
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
  const words = useWords();
  const notices = useNotices();
  const reset = useResetFactor();
  const name = nameOf(account);
  const confirm = (): void => {
    reset.mutate(account.id, {
      onSuccess: () => {
        notices.push('success', words('securityTab.resetDone', { name }));
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      question={words('securityTab.resetQuestion', { name })}
      confirm={words('securityTab.resetYes')}
      isRunning={reset.isPending}
      failure={reset.error === null ? null : errorText(reset.error, words)}
      onConfirm={confirm}
      onClose={onClose}
      onGone={onGone}
    >
      <p>{words('securityTab.resetWarning')}</p>
    </ConfirmDialog>
  );
};

/**
 * Lets an admin remove the second factor of an account whose owner lost the phone and the recovery codes. Lists only accounts
 * with a second factor.
 */
export const FactorReset = () => {
  const words = useWords();
  const { data: me } = useUserDetails();
  const query = useAccounts();
  const { place, remember, giveBack } = useFocusBack();
  const [asked, setAsked] = useState<Account>();
  const [isOpen, setOpen] = useState(false);
  return (
    <div ref={place} tabIndex={-1}>
      <Section title={words('securityTab.resetTitle')} text={words('securityTab.resetText')}>
        <Loaded query={query}>
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
        </Loaded>
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
