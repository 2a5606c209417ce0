import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { useApi } from '../../api/client/context.ts';
import { errorText } from '../../api/client/errorText.ts';
import { readInstallation } from '../../api/organisations/installation.ts';
import type { Installation } from '../../api/organisations/installation.ts';
import { AddressText } from '../../ui/text/AddressText.tsx';
import { CardLink } from '../../ui/display/CardLink.tsx';
import { Wait } from '../../ui/display/Wait.tsx';
import { useWords } from '../../ui/text/words.ts';
import type { WebKey } from '../../ui/text/words.ts';
import css from './LegalPage.module.css';

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
    const tell = (next: State): void => {
      if (isHere) setState(next);
    };
    readInstallation(call).then(
      (installation) => {
        tell({ status: 'ready', installation });
      },
      (error: unknown) => {
        tell({ status: 'failed', error });
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

/** Shows the contact from the settings, as a link if it is an address. */
export const Contact = ({ contact }: Pick<Installation, 'contact'>) => {
  const words = useWords();
  if (contact === null) return <p>{words('legal.noContact')}</p>;
  const href = contact.includes('://') ? contact : `mailto:${contact}`;
  return (
    <p>
      {words('legal.contact', { contact: '' }).trim()}{' '}
      <a href={href}>
        <AddressText text={contact} />
      </a>
    </p>
  );
};

interface LegalPageProps {
  readonly titleKey: WebKey;
  readonly parts: (installation: Installation) => readonly Part[];
  /** Below the first part. */
  readonly children: (installation: Installation) => ReactNode;
}

const pages: readonly (readonly [string, WebKey])[] = [
  ['/privacy', 'page.privacy'],
  ['/terms', 'page.terms'],
  ['/help', 'page.help'],
];

/** A page about the installation, open to anyone. Its text depends on the operator's settings. */
export const LegalPage = ({ titleKey, parts, children }: LegalPageProps) => {
  const words = useWords();
  const [state, again] = useInstallation();
  if (state.status === 'loading') return <Wait />;
  if (state.status === 'failed')
    return (
      <>
        <h1>{words(titleKey)}</h1>
        <p role="alert">{errorText(state.error, words)}</p>
        <Button onClick={again}>{words('common.retry')}</Button>
      </>
    );
  return (
    <article className={css.page}>
      <h1>{words(titleKey)}</h1>
      {parts(state.installation).map(({ title, texts }, at) => (
        <section key={title ?? at}>
          {title !== null && <h2>{words(title)}</h2>}
          {texts.length === 1 ? (
            <p>{texts[0]}</p>
          ) : (
            <ul>
              {texts.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
          {at === 0 && children(state.installation)}
        </section>
      ))}
      <nav className={css.links} aria-label={words('legal.pages')}>
        {pages
          .filter(([, key]) => key !== titleKey)
          .map(([to, key]) => (
            <CardLink key={to} to={to}>
              {words(key)}
            </CardLink>
          ))}
        <CardLink to="/">{words('legal.home')}</CardLink>
      </nav>
    </article>
  );
};
