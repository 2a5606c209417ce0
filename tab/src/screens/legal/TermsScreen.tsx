import type { Installation } from '../../api/installation.ts';
import { useWords } from '../../ui/words.ts';
import { LegalPage } from './LegalPage.tsx';
import type { Part } from './LegalPage.tsx';

/** On what terms people use it. What an organisation has agreed with the operator goes before them. */
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
