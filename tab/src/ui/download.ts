// Not a letter, digit, blank, dot or dash: no file system forbids what is left.
const unsafe = /[^\p{L}\p{N} ._-]+/gu;

/** Hands the reader a file that is here. */
export const saveBlob = (name: string, blob: Blob): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(unsafe, '_');
  link.click();
  URL.revokeObjectURL(url);
};

/** Hands the reader a file made here. */
export const saveFile = (name: string, type: string, content: string): void => {
  saveBlob(name, new Blob([content], { type }));
};
