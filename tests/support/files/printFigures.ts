/** Prints the figures of a long test, so that they are in its log. */
export const reportFigures = (figures: string): void => {
  process.stdout.write(`${figures}\n`);
};
