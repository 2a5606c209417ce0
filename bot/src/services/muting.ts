import type { OutgoingMessage } from '../gateways/messenger.ts';
import type { Actor } from './actor.ts';
import type { NoticeModel, Presenter, Reader } from './presenter.ts';
import { setPreferences } from './preferences.ts';
import type { PreferenceDeps } from './preferences.ts';

// `mute` and `unmute`, said to the bot: reminders only, since the one question a day is what it is there for.

export type MuteDeps = PreferenceDeps & { readonly presenter: Presenter };

const said: Readonly<Record<'muted' | 'unmuted', NoticeModel>> = {
  muted: {
    title: { key: 'mute.mutedTitle' },
    lines: [{ key: 'mute.mutedLine' }],
    buttons: [{ kind: 'COMMAND', title: 'mute.unmuteButton', command: 'unmute' }],
  },
  unmuted: {
    title: { key: 'mute.unmutedTitle' },
    lines: [{ key: 'mute.unmutedLine' }],
    buttons: [{ kind: 'COMMAND', title: 'mute.muteButton', command: 'mute' }],
  },
};

/** Somebody in no team has no reminders: nothing to switch, and `seen` has made them nobody before. */
export const mute = async (
  deps: MuteDeps,
  actor: Actor,
  reader: Reader,
  isMuted: boolean,
): Promise<OutgoingMessage> => {
  await setPreferences(deps, actor, { mute: isMuted });
  return deps.presenter.notice(said[isMuted ? 'muted' : 'unmuted'], reader);
};
