import { useEffect, useState } from 'react';
import type { getInstallation, Installation } from '#contracts/operations/operatorInfo.ts';
import type { Call } from '../client/apiClient.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export type { Installation };

export const readInstallation = (call: Call): Promise<Installation> =>
  call<typeof getInstallation>({ method: 'GET', path: '/api/installation', open: true }, {});

/**
 * Returns the price and the trial of a new organisation. Null until they are loaded, if loading fails, and if the
 * installation bills nothing.
 */
export const usePrice = (): Installation['price'] => {
  const { call } = useApi();
  const [price, setPrice] = useState<Installation['price']>(null);
  useEffect(() => {
    let isHere = true;
    readInstallation(call).then(
      (installation) => {
        if (isHere) setPrice(installation.price);
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [call]);
  return price;
};
