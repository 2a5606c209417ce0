import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import type { getSettings as getSettingsCall } from '#contracts/productSetting.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { productSettings } from './meetingDefaults.ts';
import type { MeetingDeps } from './meetings.ts';

export type SettingDeps = Pick<Deps, 'words'> & Pick<MeetingDeps, 'meetingTypes'>;

/** The defaults asked for, in the caller's language, and which types of report are offered here. */
export const getSettings = (
  deps: SettingDeps,
  actor: Actor,
  { keys }: ParsedOf<typeof getSettingsCall>,
): OutputOf<typeof getSettingsCall> => {
  const wanted = new Set(keys);
  const settings = { ...productSettings(deps.words(actor.locale)), MeetingTypes: deps.meetingTypes.join(',') };
  return Object.entries(settings)
    .filter(([key]) => wanted.has(key))
    .map(([key, value]) => ({ key, value }));
};
