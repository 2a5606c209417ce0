import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import type { getSettings as getSettingsCall } from '#contracts/meetings/newMeetingDefaults.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { productDefaults } from './productMeetingDefaults.ts';
import type { MeetingDeps } from './storeMeeting.ts';

export type SettingDeps = Pick<Deps, 'translateFor'> & Pick<MeetingDeps, 'meetingTypes'>;

/**
 * Returns the requested defaults in the caller's language. The key `MeetingTypes` gives the types of meeting that this
 * installation offers.
 */
export const getSettings = (
  deps: SettingDeps,
  actor: Actor,
  { keys }: ParsedOf<typeof getSettingsCall>,
): OutputOf<typeof getSettingsCall> => {
  const wanted = new Set(keys);
  const settings = { ...productDefaults(deps.translateFor(actor.locale)), MeetingTypes: deps.meetingTypes.join(',') };
  return Object.entries(settings)
    .filter(([key]) => wanted.has(key))
    .map(([key, value]) => ({ key, value }));
};
