// Keep this import first: it changes a setting of Zod that the schemas read when they are created.
import './zodWithoutEval.ts';
import { meetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { MeetingInput } from './formValuesAndSaveInput.ts';

export interface Issue {
  readonly path: readonly (string | number)[];
  /** Key of the text catalogue; Zod's own English text if the schema names no key. */
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
  // Zod checks rules about several fields only if no field is missing. If the time is missing, a second check with time
  // 0 finds the issues of these rules.
  if (!issues.some(({ path }) => path[0] === 'time')) return issues;
  const known = new Set(issues.map((issue) => JSON.stringify(issue)));
  return [...issues, ...parse({ ...input, time: 0 }).filter((issue) => !known.has(JSON.stringify(issue)))];
};
