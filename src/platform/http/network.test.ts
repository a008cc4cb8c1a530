import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['2001:db8:7:8::1', '2001:db8:7:8::/64'],
  ['2001:0DB8:7:8:ffff:ffff:ffff:ffff', '2001:db8:7:8::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['nowhere', 'nowhere'],
])('%s is counted as %s', (ip, network) => expect(networkOf(ip)).toBe(network))
