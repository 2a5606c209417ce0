import { isPublicAddress } from './privateAddressGuard.ts';

it.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1::1', true],
  ...[
    ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.8.8.8', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
    ...[
      '192.168.1.1',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '168.63.129.16',
      '::',
      '::1',
      'fe80::1',
      'fc00::1',
    ],
    ...['::ffff:10.0.0.1', '2002:7f00:1::', '64:ff9b::7f00:1', '2001::1', '2001:db8::1', 'ff02::1', 'localhost', ''],
  ].map((address) => [address, false] as const),
] as const)('knows whether %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
