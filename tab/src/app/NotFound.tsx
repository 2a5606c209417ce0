import { Text } from '@fluentui/react-components';
import { RouterLink } from '../ui/RouterLink.tsx';
import { useWords } from '../ui/words.ts';

export const NotFound = () => {
  const words = useWords();
  return (
    <>
      <Text as="h1" size={600} weight="semibold">
        {words('page.notFound')}
      </Text>
      <Text as="p">{words('notFound.text')}</Text>
      <RouterLink to="/">{words('notFound.home')}</RouterLink>
    </>
  );
};
