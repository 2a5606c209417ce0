import type { MouseEvent } from 'react';
import { toAddress, toLocation } from './pageHistoryAndLocation.ts';
import { useRouter } from './routerHooks.ts';

/** True if the browser would open the link in the same browser tab. */
const opensHere = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;

/** Returns the click listener for a link to a page of the app, by which the page opens without a reload. */
export const useLinkClick = (to: string, state?: unknown): ((event: MouseEvent) => void) => {
  const router = useRouter();
  return (event) => {
    if (event.defaultPrevented || !opensHere(event)) return;
    event.preventDefault();
    // A link to the page that is already shown adds no history entry.
    const replace = toAddress(toLocation(to)) === toAddress(router.state().location);
    void router.navigate(to, { state, replace });
  };
};
