import type { LinkPart } from '#contracts/core/findLinksAndMentions.ts';
import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';

export const personLink = (publicUrl: string, memberId: MemberId): string => `${publicUrl}/reports/person/${memberId}`;

export const linkUrl = (part: LinkPart, publicUrl: string): string =>
  part.kind === 'MENTION' ? personLink(publicUrl, part.memberId) : part.url;
