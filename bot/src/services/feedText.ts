import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventTransparency } from 'ical-generator';
import { productName } from '#contracts/limits.ts';
import { addDays, hourMs, minuteMs } from '../domain/time.ts';
import type { Deps } from './deps.ts';
import type { FeedEntry } from './feedEntries.ts';

/** How long a prompt looks in a calendar: answering takes minutes, and nobody's time is booked for it. */
const promptMinutes = 15;
const readAgainHours = 4;

const midnight = (date: string): Date => new Date(`${date}T00:00:00Z`);

/** The calendar as calendar programs read it (RFC 5545). Prompts stand in UTC: every program shows them on its own clock. */
export const feedText = (
  name: string,
  entries: readonly FeedEntry[],
  { clock, publicUrl }: Pick<Deps, 'clock' | 'publicUrl'>,
): string => {
  const { hostname } = new URL(publicUrl);
  const calendar = ical({ name, ttl: readAgainHours * (hourMs / 1000), method: ICalCalendarMethod.PUBLISH });
  calendar.prodId({ company: productName, product: productName, language: 'EN' });
  for (const entry of entries) {
    const shared = {
      id: `${entry.id}@${hostname}`,
      stamp: new Date(clock.now()),
      summary: entry.title,
      ...(entry.detail === '' ? {} : { description: entry.detail }),
    };
    switch (entry.kind) {
      case 'PROMPT':
        calendar.createEvent({
          ...shared,
          start: new Date(entry.at),
          end: new Date(entry.at + promptMinutes * minuteMs),
          url: `${publicUrl}/reports/${entry.meetingId}`,
          transparency: ICalEventTransparency.TRANSPARENT,
          busystatus: ICalEventBusyStatus.FREE,
        });
        break;
      case 'DAYS':
        calendar.createEvent({
          ...shared,
          start: midnight(entry.from),
          end: midnight(addDays(entry.to, 1)),
          allDay: true,
          transparency: entry.isVacation ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
          busystatus: entry.isVacation ? ICalEventBusyStatus.OOF : ICalEventBusyStatus.FREE,
        });
        break;
    }
  }
  return calendar.toString();
};
