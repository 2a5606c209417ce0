import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import type { getSettings as getSettingsCall } from '#contracts/productSetting.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { productSettings } from './meetingDefaults.ts';

/** The defaults asked for, in the caller's language. */
export const getSettings = (
  deps: Pick<Deps, 'words'>,
  actor: Actor,
  { keys }: ParsedOf<typeof getSettingsCall>,
): OutputOf<typeof getSettingsCall> => {
  const wanted = new Set(keys);
  return Object.entries(productSettings(deps.words(actor.locale)))
    .filter(([key]) => wanted.has(key))
    .map(([key, value]) => ({ key, value }));
};
