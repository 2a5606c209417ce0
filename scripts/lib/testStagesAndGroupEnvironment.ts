import { jest } from './jestCommand.ts';
import type { Stage } from './runStages.ts';
import { writeTestGroups } from './writeTestGroups.ts';
import type { GroupedProject } from './writeTestGroups.ts';

type Zone = 'UTC' | 'Pacific/Chatham';

/** True if each test file runs with modules of its own, which reveals a test that depends on the tests before it. */
const isIsolated = process.env['TEST_ISOLATED'] === '1';

/** Returns the environment in which Jest loads the test files of a part together; empty if each file is isolated. */
export const groupsOf = (project: GroupedProject, part = 1, parts = 1): Readonly<Record<string, string>> =>
  isIsolated ? {} : { TEST_GROUPS: writeTestGroups(project, { part, parts }) };

/**
 * Returns the stages of a project, one for each time zone in the list. Each stage runs an equal part of the test files.
 */
export const shards = (name: string, project: GroupedProject, zones: readonly Zone[]): readonly Stage[] =>
  zones.map((zone, index) => {
    const part = index + 1;
    const parts = zones.length;
    return {
      name: `${name}${parts === 1 ? '' : `, part ${part}/${parts}`}, TZ=${zone}`,
      command: jest(project, '--runInBand', ...(isIsolated ? [`--shard=${part}/${parts}`] : [])),
      env: { TZ: zone, ...groupsOf(project, part, parts) },
      isJest: true,
      isInMemory: true,
    };
  });
