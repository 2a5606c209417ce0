import { Suspense, lazy, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { useSignInMethods } from '../../../api/identity/signInMethods.ts';
import type { MicrosoftAccount, SignInMethods as Methods } from '../../../api/identity/signInMethods.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { dateIn, mediumDate } from '../../../ui/text/dates.ts';
import { useFocusBack } from '../../../ui/dialogs/modal.tsx';
import { useReader } from '../../../ui/text/reader.ts';
import { Section } from '../../../ui/display/Section.tsx';
import { useWords } from '../../../ui/text/words.ts';
import css from './SecurityTab.module.css';

const RemoveMethodDialog = lazy(() =>
  import('./RemoveMethodDialog.tsx').then((it) => ({ default: it.RemoveMethodDialog })),
);

const useDateText = (): ((instant: string) => string) => {
  const { locale, zone } = useReader();
  return (instant) => mediumDate(dateIn(Date.parse(instant), zone), locale);
};

interface AccountProps {
  readonly account: MicrosoftAccount;
  readonly onRemove: () => void;
}

const Account = ({ account: { name, organisation, joinedAt }, onRemove }: AccountProps) => {
  const words = useWords();
  const dateText = useDateText();
  return (
    <li className={css.account}>
      <div className={css.who}>
        <div>{words('securityTab.methodJoined', { name, organization: organisation })}</div>
        <div className={css.email}>
          {joinedAt === null
            ? words('securityTab.methodTenant', { organization: organisation })
            : words('securityTab.methodWhole', { date: dateText(joinedAt) })}
        </div>
      </div>
      {joinedAt !== null && (
        <Button
          size="small"
          aria-label={words('securityTab.removeOf', { name, organization: organisation })}
          onClick={onRemove}
        >
          {words('securityTab.remove')}
        </Button>
      )}
    </li>
  );
};

interface ListProps {
  readonly methods: Methods;
  readonly onRemove: (account: MicrosoftAccount) => void;
}

const List = ({ methods: { passwordSince, microsoft }, onRemove }: ListProps) => {
  const words = useWords();
  const dateText = useDateText();
  return (
    <>
      <ul className={css.accounts} aria-label={words('securityTab.methods')}>
        {passwordSince !== null && (
          <li className={css.account}>{words('securityTab.methodPassword', { date: dateText(passwordSince) })}</li>
        )}
        {microsoft.map((account) => (
          <Account
            key={account.memberId}
            account={account}
            onRemove={() => {
              onRemove(account);
            }}
          />
        ))}
      </ul>
      {microsoft.length === 0 && <p role="status">{words('securityTab.noMicrosoft')}</p>}
    </>
  );
};

/** Lists all ways to sign in to the reader's account, with buttons that remove joined Microsoft accounts. */
export const SignInMethods = () => {
  const words = useWords();
  const query = useSignInMethods();
  const { place, remember, giveBack } = useFocusBack();
  const [asked, setAsked] = useState<MicrosoftAccount>();
  const [isOpen, setOpen] = useState(false);
  return (
    <div ref={place} tabIndex={-1}>
      <Section title={words('securityTab.methods')} text={words('securityTab.methodsText')}>
        <Loaded query={query}>
          {(methods) => (
            <List
              methods={methods}
              onRemove={(account) => {
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
          <RemoveMethodDialog
            key={asked.memberId}
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
