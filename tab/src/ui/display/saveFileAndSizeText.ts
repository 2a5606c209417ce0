// Characters that some file systems do not accept in names: all except letters, digits, spaces, dots, underscores and
// hyphens.
const unsafe = /[^\p{L}\p{N} ._-]+/gu;

/**
 * Milliseconds for which the browser can still read the file. Safari reads it only after the click, and a browser may
 * first ask the reader for a folder.
 */
const keptMs = 60_000;

export const saveBlob = (name: string, blob: Blob): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(unsafe, '_');
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, keptMs);
};

export const saveFile = (name: string, type: string, content: string): void => {
  saveBlob(name, new Blob([content], { type }));
};

/** Returns a number of bytes as text, such as "1.2 MB". */
export const sizeText = (bytes: number, locale: string): string => {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 }).format(
    value,
  );
};
