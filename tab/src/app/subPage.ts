// A link of the chat tool's that opens our tab may name a page in it (`subPageId`): `report/{meetingId}` or
// `report/{meetingId}/{yyyy-MM-dd}`. Everything else opens the tab as it is.

const pattern = /^report\/([0-9A-HJKMNP-TV-Z]{26})(?:\/(\d{4}-\d{2}-\d{2}))?$/;

/** Address of the embedded page that a link names; null = none of ours. */
export const pathOfSubPage = (subPage: string | null): string | null => {
  const [, meetingId, date] = pattern.exec(subPage ?? '') ?? [];
  if (meetingId === undefined) return null;
  return `/teams/reports/${meetingId}${date === undefined ? '' : `?date=${date}`}`;
};
