import { createContext, useContext, useEffect } from 'react';

/** Sets the title of the browser tab. Undefined = the name of the route is the title. */
export const PageNameSetter = createContext<(name: string | undefined) => void>(() => undefined);

/** Sets the title of the browser tab to `name`, such as a report's name, so that readers can distinguish tabs of one screen. */
export const usePageName = (name: string | undefined): void => {
  const setName = useContext(PageNameSetter);
  useEffect(() => {
    setName(name);
    return () => {
      setName(undefined);
    };
  }, [setName, name]);
};
