import type { Installation } from '../../api/organisations/installation.ts';
import { useWords } from '../../ui/text/words.ts';
import { LegalPage } from './LegalPage.tsx';
import type { Part } from './LegalPage.tsx';

/** The terms of use. An agreement between an organisation and the operator takes precedence. */
export const TermsScreen = () => {
  const words = useWords();
  const parts = ({ operator }: Installation): readonly Part[] => [
    { title: 'legal.use', texts: [words('legal.useText', { product: words('product') })] },
    { title: 'legal.account', texts: [words('legal.accountText')] },
    { title: 'legal.content', texts: [words('legal.contentText')] },
    { title: 'legal.service', texts: [words('legal.serviceText', { operator: operator ?? words('legal.operator') })] },
  ];
  return (
    <LegalPage titleKey="page.terms" parts={parts}>
      {() => null}
    </LegalPage>
  );
};
