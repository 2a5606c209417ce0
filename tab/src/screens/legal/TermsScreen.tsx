import type { Installation } from '../../api/organisations/readOperatorInfoAndPrice.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { LegalPage } from './LegalPageAndContact.tsx';
import type { Part } from './LegalPageAndContact.tsx';

export const TermsScreen = () => {
  const t = useTranslate();
  const parts = ({ operator }: Installation): readonly Part[] => [
    { title: 'legal.use', texts: [t('legal.useText', { product: t('product') })] },
    { title: 'legal.account', texts: [t('legal.accountText')] },
    { title: 'legal.content', texts: [t('legal.contentText')] },
    { title: 'legal.service', texts: [t('legal.serviceText', { operator: operator ?? t('legal.operator') })] },
  ];
  return (
    <LegalPage titleKey="page.terms" parts={parts}>
      {() => null}
    </LegalPage>
  );
};
