// First of all, and only then the schemas: they ask for it when they are made.
import './zodWithoutEval.ts';
import { meetingDraft } from '#contracts/meeting.ts';
import type { MeetingInput } from './values.ts';

export interface Issue {
  readonly path: readonly (string | number)[];
  /** Key of the catalogue, or the schema library's own words where the schema names none. */
  readonly message: string;
}

const pathOf = (path: readonly PropertyKey[]): Issue['path'] =>
  path.map((part) => (typeof part === 'number' ? part : String(part)));

const parse = (input: MeetingInput): readonly Issue[] => {
  const parsed = meetingDraft.safeParse(input);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path, message }) => ({ path: pathOf(path), message }));
};

/** What the server would refuse, found with the server's own schema. */
export const issuesOf = (input: MeetingInput): readonly Issue[] => {
  const issues = parse(input);
  // A value that is missing altogether keeps the schema from comparing the others, so those are compared without it.
  if (!issues.some(({ path }) => path[0] === 'time')) return issues;
  const known = new Set(issues.map((one) => JSON.stringify(one)));
  return [...issues, ...parse({ ...input, time: 0 }).filter((one) => !known.has(JSON.stringify(one)))];
};
