import { isZoneWithoutPlace } from './isZoneWithoutPlace.ts';

describe('isPlacelessZone', () => {
  it.each(['UTC', 'Etc/UTC', 'Etc/GMT+5', 'Etc/Unknown', 'GMT', 'utc', 'Atlantic/Reykjavik', 'Zulu'])(
    'recognises %s, which privacy modes and virtual desktops report',
    (zone) => {
      expect(isZoneWithoutPlace(zone)).toBe(true);
    },
  );

  it.each(['Europe/London', 'Africa/Abidjan', 'Asia/Kolkata', 'EST5EDT', 'America/New_York'])('accepts %s', (zone) => {
    expect(isZoneWithoutPlace(zone)).toBe(false);
  });
});
