import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '#contracts/core/endpoint.ts';
import { isZoneWithoutPlace } from '#contracts/core/isZoneWithoutPlace.ts';
import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { UserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { memberPreferences } from '#contracts/people/memberActivationAndPreferences.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

/**
 * True if the page should report the browser's zone to the server. `known` is the zone that a browser reported last;
 * null = no browser has reported one; undefined = the server does not use the browser's zone.
 */
export const isZoneReportDue = (known: UserDetails['browserTimezone'], zone: string): boolean =>
  known !== undefined && !isZoneWithoutPlace(zone) && known?.toLowerCase() !== zone.toLowerCase();

/**
 * Returns the mutation that sends the browser's zone. A failure is not shown, because the page sends the zone without a
 * request of the reader.
 */
export const useSendBrowserTimezone = () => {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (browserTimezone: ZoneId) =>
      call<typeof memberPreferences>({ method: 'POST', path: '/api/member/preferences' }, { browserTimezone }),
    onSuccess: (now) => {
      client.setQueryData<OutputOf<typeof memberPreferences>>(['preferences'], now);
      return Promise.all(['me', 'members', 'timezones'].map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
  });
};
