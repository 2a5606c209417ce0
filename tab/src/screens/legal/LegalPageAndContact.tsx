import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { useApi } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import { readInstallation } from '../../api/organisations/readOperatorInfoAndPrice.ts';
import type { Installation } from '../../api/organisations/readOperatorInfoAndPrice.ts';
import { EmailAddressText } from '../../ui/text/EmailAddressText.tsx';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { WaitSpinner } from '../../ui/display/WaitSpinner.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebKey } from '../../ui/text/translate.ts';
import css from './LegalPageAndContact.module.css';

type State =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly installation: Installation }
  | { readonly status: 'failed'; readonly error: unknown };

const useInstallation = (): readonly [State, () => void] => {
  const { call } = useApi();
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<State>({ status: 'loading' });
  useEffect(() => {
    let isHere = true;
    const setNext = (next: State): void => {
      if (isHere) setState(next);
    };
    readInstallation(call).then(
      (installation) => {
        setNext({ status: 'ready', installation });
      },
      (error: unknown) => {
        setNext({ status: 'failed', error });
      },
    );
    return () => {
      isHere = false;
    };
  }, [call, tries]);
  return [
    state,
    () => {
      setState({ status: 'loading' });
      setTries(tries + 1);
    },
  ];
};

export interface Part {
  readonly title: WebKey | null;
  readonly texts: readonly string[];
}

/**
 * Shows the operator's contact from the settings: a web address as a link, an email address as a link that writes an
 * email.
 */
export const Contact = ({ contact }: Pick<Installation, 'contact'>) => {
  const t = useTranslate();
  if (contact === null) return <p>{t('legal.noContact')}</p>;
  const href = contact.includes('://') ? contact : `mailto:${contact}`;
  return (
    <p>
      {t('legal.contact', { contact: '' }).trim()}{' '}
      <a href={href}>
        <EmailAddressText text={contact} />
      </a>
    </p>
  );
};

interface LegalPageProps {
  readonly titleKey: WebKey;
  readonly parts: (installation: Installation) => readonly Part[];
  /** Content that the page shows below the first of its `parts`. */
  readonly children: (installation: Installation) => ReactNode;
}

const pages: readonly (readonly [string, WebKey])[] = [
  ['/privacy', 'page.privacy'],
  ['/terms', 'page.terms'],
  ['/help', 'page.help'],
];

export const LegalPage = ({ titleKey, parts, children }: LegalPageProps) => {
  const t = useTranslate();
  const [state, again] = useInstallation();
  if (state.status === 'loading') return <WaitSpinner />;
  if (state.status === 'failed')
    return (
      <>
        <h1>{t(titleKey)}</h1>
        <p role="alert">{errorText(state.error, t)}</p>
        <Button onClick={again}>{t('common.retry')}</Button>
      </>
    );
  return (
    <article className={css.page}>
      <h1>{t(titleKey)}</h1>
      {parts(state.installation).map(({ title, texts }, index) => (
        <section key={title ?? index}>
          {title !== null && <h2>{t(title)}</h2>}
          {texts.length === 1 ? (
            <p>{texts[0]}</p>
          ) : (
            <ul>
              {texts.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
          {index === 0 && children(state.installation)}
        </section>
      ))}
      <nav className={css.links} aria-label={t('legal.pages')}>
        {pages
          .filter(([, key]) => key !== titleKey)
          .map(([to, key]) => (
            <LightTextLink key={to} to={to}>
              {t(key)}
            </LightTextLink>
          ))}
        <LightTextLink to="/">{t('legal.home')}</LightTextLink>
      </nav>
    </article>
  );
};
