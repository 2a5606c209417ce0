interface OpenedWindow {
  readonly go: (address: string) => void;
  readonly close: () => void;
}

/**
 * Opens an empty window. Call it during the reader's press, before the address is known, because browsers block windows
 * that open later. Undefined = the browser opened no window.
 */
export const openEmptyWindow = (): OpenedWindow | undefined => {
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
