import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import { useMeetingNames } from '../../api/meetings/meetingNamesQuery.ts';
import { useOrgAllows, useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { useMembers } from '../../api/organisations/teamMembersAndChannelsQueries.ts';
import { parseNamedDate } from '../../ui/forms/parseNamedDate.ts';
import { parseTypedDate } from '../../ui/forms/parseTypedDate.ts';
import { useDateReader, useDayText } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { findPaletteEntries } from './findPaletteEntries.ts';
import type { PaletteEntry } from './findPaletteEntries.ts';

export interface PalettePage {
  readonly path: string;
  readonly label: string;
  readonly isExternal: boolean;
}

const pageEntries = (pages: readonly PalettePage[]): PaletteEntry[] =>
  pages.map(({ path, label, isExternal }) => ({
    id: `page ${path}`,
    group: 'pages',
    text: label,
    target: isExternal ? { is: 'address', href: path } : { is: 'page', path },
  }));

/** Returns the reports and the people of the selected team. */
export const useTeamEntries = (teamId: string): { readonly entries: PaletteEntry[]; readonly hasFailed: boolean } => {
  const reports = useMeetingNames(teamId);
  const people = useMembers(teamId);
  const entries: PaletteEntry[] = [
    ...(reports.data ?? []).map(({ id, name }): PaletteEntry => ({
      id: `report ${id}`,
      group: 'reports',
      text: name,
      target: { is: 'page', path: `/reports/${id}` },
    })),
    ...(people.data ?? []).map(({ id, name }): PaletteEntry => ({
      id: `person ${id}`,
      group: 'people',
      text: name,
      target: { is: 'page', path: `/reports/person/${id}` },
    })),
  ];
  return { entries, hasFailed: reports.isError || people.isError };
};

/** Returns the actions that the reader's role and the state of the organisation allow. */
const useActions = (hasTeam: boolean): PaletteEntry[] => {
  const t = useTranslate();
  const { data: me } = useUserDetails();
  const isNewAllowed = useOrgAllows('saveNew');
  const mayCreate =
    hasTeam &&
    isNewAllowed &&
    me !== undefined &&
    hasPermission('meeting.write', { role: me.role, belongsToTeam: true, isOwner: false });
  return [
    ...(mayCreate
      ? [
          {
            id: 'create',
            group: 'actions',
            text: t('nav.create'),
            target: { is: 'page', path: '/reports/create' },
          } as const,
        ]
      : []),
    { id: 'help', group: 'actions', text: t('shortcuts.title'), target: { is: 'help' } },
  ];
};

/**
 * Returns the pages of the selected team that are not in the menu. The palette shows them only when a typed text
 * matches.
 */
const useHiddenPages = (): PaletteEntry[] => {
  const t = useTranslate();
  return pageEntries([
    { path: '/digests', label: t('page.digests'), isExternal: false },
    { path: '/reports/trends', label: t('page.teamTrends'), isExternal: false },
  ]);
};

interface PaletteInput {
  readonly typed: string;
  readonly pages: readonly PalettePage[];
  /** Reports and people of the selected team. Undefined = they are not loaded, or the reader has no team. */
  readonly ofTeam: readonly PaletteEntry[] | undefined;
}

/**
 * Returns the entries for a typed text. For a reader with a team, a typed date also gives an entry that opens the
 * reports of that day, and every text gives an entry that searches answers.
 */
export const usePaletteEntries = ({ typed, pages, ofTeam }: PaletteInput): PaletteEntry[] => {
  const t = useTranslate();
  const dayText = useDayText();
  const reader = useDateReader();
  const actions = useActions(ofTeam !== undefined);
  const hiddenPages = useHiddenPages();
  const words = typed.trim();
  if (words === '') return findPaletteEntries([...pageEntries(pages), ...actions], '');
  if (ofTeam === undefined) return findPaletteEntries([...pageEntries(pages), ...actions], words);
  const found = findPaletteEntries([...pageEntries(pages), ...hiddenPages, ...ofTeam, ...actions], words);
  const date = parseTypedDate(words, reader) ?? parseNamedDate(words, reader);
  const day: PaletteEntry[] =
    date === undefined
      ? []
      : [{ id: 'day', group: 'days', text: dayText(date), target: { is: 'page', path: `/?date=${date}` } }];
  const search: PaletteEntry = {
    id: 'search',
    group: 'actions',
    text: t('palette.searchFor', { words }),
    target: { is: 'page', path: `/search?q=${encodeURIComponent(words)}` },
  };
  return [...day, ...found, search];
};
