import { Suspense, lazy, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { useSignInMethods } from '../../../api/microsoftAccounts/signInMethodQueriesAndMutations.ts';
import type {
  MicrosoftAccount,
  SignInMethods as Methods,
} from '../../../api/microsoftAccounts/signInMethodQueriesAndMutations.ts';
import { LoadedData } from '../../../parts/LoadedData.tsx';
import { dateIn, mediumDate } from '../../../ui/text/calculateAndFormatDates.ts';
import { useFocusBack } from '../../../ui/dialogs/restoreFocusAndModalFixes.tsx';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { Section } from '../../../ui/display/Section.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from './SecurityTab.module.css';

const RemoveMethodDialog = lazy(() =>
  import('./RemoveSignInMethodDialog.tsx').then((module) => ({ default: module.RemoveSignInMethodDialog })),
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
  const t = useTranslate();
  const dateText = useDateText();
  return (
    <li className={css.account}>
      <div className={css.who}>
        <div>{t('securityTab.methodJoined', { name, organisation })}</div>
        <div className={css.email}>
          {joinedAt === null
            ? t('securityTab.methodTenant', { organisation })
            : t('securityTab.methodWhole', { date: dateText(joinedAt) })}
        </div>
      </div>
      {joinedAt !== null && (
        <Button size="small" aria-label={t('securityTab.removeOf', { name, organisation })} onClick={onRemove}>
          {t('securityTab.remove')}
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
  const t = useTranslate();
  const dateText = useDateText();
  return (
    <>
      <ul className={css.accounts} aria-label={t('securityTab.methods')}>
        {passwordSince !== null && (
          <li className={css.account}>{t('securityTab.methodPassword', { date: dateText(passwordSince) })}</li>
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
      {microsoft.length === 0 && <p role="status">{t('securityTab.noMicrosoft')}</p>}
    </>
  );
};

export const SignInMethods = () => {
  const t = useTranslate();
  const query = useSignInMethods();
  const { place, remember, giveBack } = useFocusBack();
  const [asked, setAsked] = useState<MicrosoftAccount>();
  const [isOpen, setOpen] = useState(false);
  return (
    <div ref={place} tabIndex={-1}>
      <Section title={t('securityTab.methods')} text={t('securityTab.methodsText')}>
        <LoadedData query={query}>
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
        </LoadedData>
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
