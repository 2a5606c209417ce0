/** Prints one line for each finding and a count; the process fails if there is any finding. */
export const reportFindings = (name: string, checked: string, findings: readonly string[]): void => {
  for (const finding of findings) process.stdout.write(`${finding}\n`);
  process.stdout.write(`${name}: ${checked}, ${findings.length} findings.\n`);
  if (findings.length > 0) process.exitCode = 1;
};
