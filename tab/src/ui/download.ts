// Not a letter, digit, blank, dot or dash: no file system forbids what is left.
const unsafe = /[^\p{L}\p{N} ._-]+/gu;

/** Hands the reader a file made here. */
export const saveFile = (name: string, type: string, content: string): void => {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(unsafe, '_');
  link.click();
  URL.revokeObjectURL(url);
};
