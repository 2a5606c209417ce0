// A link in Microsoft Teams that opens our tab may name a page of the tab (`subPageId`): `report/{meetingId}` or
// `report/{meetingId}/{yyyy-MM-dd}`. With any other value, the tab opens its usual page.

const pattern = /^report\/([0-9A-HJKMNP-TV-Z]{26})(?:\/(\d{4}-\d{2}-\d{2}))?$/;

/** Returns the path of the embedded page for a `subPageId`; null for any other text and for null. */
export const pathOfTeamsSubPage = (subPage: string | null): string | null => {
  const [, meetingId, date] = pattern.exec(subPage ?? '') ?? [];
  if (meetingId === undefined) return null;
  return `/teams/reports/${meetingId}${date === undefined ? '' : `?date=${date}`}`;
};
