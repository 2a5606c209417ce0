import { RouterLink } from '../../ui/display/RouterLink.tsx';
import { useWords } from '../../ui/text/words.ts';

export const NotFound = () => {
  const words = useWords();
  return (
    <>
      <h1>{words('page.notFound')}</h1>
      <p>{words('notFound.text')}</p>
      <RouterLink to="/">{words('notFound.home')}</RouterLink>
    </>
  );
};
