import { expect, test } from 'vitest'
import { addressOf, rateLimitKey } from './visitor-address'

const forged = '198.51.100.66'

test.each([
  ['without a proxy the socket counts, whatever the header says', '192.0.2.1', forged, 0, '192.0.2.1'],
  ['one proxy: the last entry', '127.0.0.1', `${forged}, 192.0.2.1`, 1, '192.0.2.1'],
  ['two proxies: the last but one', '127.0.0.1', `${forged}, 192.0.2.1, 10.0.0.2`, 2, '192.0.2.1'],
  [
    'a header shorter than the proxies are many: the leftmost entry',
    '127.0.0.1',
    '192.0.2.1',
    3,
    '192.0.2.1',
  ],
  ['no header behind a proxy: the socket', '127.0.0.1', undefined, 1, '127.0.0.1'],
  [
    'an entry that is no address: the next one to the right, never one to the left',
    '127.0.0.1',
    `${forged}, unknown, 10.0.0.2`,
    2,
    '10.0.0.2',
  ],
  ['an empty header', '127.0.0.1', '', 1, '127.0.0.1'],
  ['a port is left out', '127.0.0.1', '192.0.2.1:4711', 1, '192.0.2.1'],
  ['brackets and a port around IPv6', '127.0.0.1', '[2001:DB8::1]:4711', 1, '2001:db8::1'],
  ['a zone', 'fe80::1%eth0', undefined, 0, 'fe80::1'],
  ['IPv4 written as IPv6', '::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
  ['no address at all', undefined, forged, 0, ''],
])('%s', (_, socket, header, proxies, address) => {
  expect(addressOf(socket, header, proxies)).toBe(address)
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['', ''],
])('the rate limit key of %s is %s', (address, network) => {
  expect(rateLimitKey(address)).toBe(network)
})
