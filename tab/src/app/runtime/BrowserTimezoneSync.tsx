import { useEffect, useRef } from 'react';
import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { isZoneReportDue, useSendBrowserTimezone } from '../../api/people/sendBrowserTimezone.ts';
import { useServices } from './appServices.ts';

/**
 * Reports the browser's time zone to the server at most once for each page load, and again if the zone has changed when
 * the person returns to the page. Renders nothing.
 */
export const BrowserTimezoneSync = () => {
  const { browserZone } = useServices();
  const { data: me } = useUserDetails();
  const { mutate } = useSendBrowserTimezone();
  const known = me?.browserTimezone;
  const lastReport = useRef('');
  useEffect(() => {
    const report = (): void => {
      const zone = browserZone();
      if (known === undefined) lastReport.current = '';
      // After a change of zone, the server ignores reports for some hours, so `known` stays the same. Without
      // `lastReport`, each return to the page would report the same zone again.
      const thisReport = `${zone}|${known ?? ''}`;
      if (!isZoneReportDue(known, zone) || lastReport.current === thisReport) return;
      lastReport.current = thisReport;
      mutate(zone as ZoneId);
    };
    report();
    document.addEventListener('visibilitychange', report);
    window.addEventListener('focus', report);
    return () => {
      document.removeEventListener('visibilitychange', report);
      window.removeEventListener('focus', report);
    };
  }, [browserZone, known, mutate]);
  return null;
};
