// Must be the first import, because the schemas read its setting when they are created.
import './zodWithoutEval.ts';
import { meetingDraft } from '#contracts/meetings/meetingCalls.ts';
import type { MeetingInput } from './formValues.ts';

export interface Issue {
  readonly path: readonly (string | number)[];
  /** Key of the text catalogue, or the library's English text if the schema has no key. */
  readonly message: string;
}

const pathOf = (path: readonly PropertyKey[]): Issue['path'] =>
  path.map((part) => (typeof part === 'number' ? part : String(part)));

const parse = (input: MeetingInput): readonly Issue[] => {
  const parsed = meetingDraft.safeParse(input);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path, message }) => ({ path: pathOf(path), message }));
};

/** Returns the issues for which the server would refuse the input. Uses the server's own schema. */
export const issuesOf = (input: MeetingInput): readonly Issue[] => {
  const issues = parse(input);
  // The schema runs its comparisons only if no value is missing. If the time is missing, a second check with a default
  // time finds the remaining issues.
  if (!issues.some(({ path }) => path[0] === 'time')) return issues;
  const known = new Set(issues.map((issue) => JSON.stringify(issue)));
  return [...issues, ...parse({ ...input, time: 0 }).filter((issue) => !known.has(JSON.stringify(issue)))];
};
