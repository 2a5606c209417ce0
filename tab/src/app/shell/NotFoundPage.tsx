import { AppLink } from '../../ui/display/AppLink.tsx';
import { useTranslate } from '../../ui/text/translate.ts';

export const NotFoundPage = () => {
  const t = useTranslate();
  return (
    <>
      <h1>{t('page.notFound')}</h1>
      <p>{t('notFound.text')}</p>
      <AppLink to="/">{t('notFound.home')}</AppLink>
    </>
  );
};
