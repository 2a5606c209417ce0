import { createContext, useContext, useEffect } from 'react';

/** Sets the title of the browser tab. Undefined = the name of the route is the title. */
export const PageNameSetter = createContext<(name: string | undefined) => void>(() => undefined);

/** Uses the page's content as its title, so that readers can distinguish several browser tabs of one screen. */
export const usePageName = (name: string | undefined): void => {
  const setName = useContext(PageNameSetter);
  useEffect(() => {
    setName(name);
    return () => {
      setName(undefined);
    };
  }, [setName, name]);
};
