/** An open window that waits for its address. */
interface OpenedWindow {
  readonly go: (address: string) => void;
  readonly close: () => void;
}

/**
 * Opens a window at once, during the reader's press, for an address that is still to be loaded: browsers block windows that open
 * later. Undefined = the browser did not open one.
 */
export const openLater = (): OpenedWindow | undefined => {
  const opened = window.open('', '_blank');
  if (opened === null) return undefined;
  opened.opener = null;
  return {
    go: (address) => {
      opened.location.replace(new URL(address, window.location.origin).href);
    },
    close: () => {
      opened.close();
    },
  };
};
