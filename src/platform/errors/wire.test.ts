import { expect, test } from 'vitest'
import { wireError } from './wire.ts'

test.each([
  ['53300', 'unavailable'],
  ['57P01', 'unavailable'],
  ['ECONNREFUSED', 'unavailable'],
  // What waits for the end of an outage does not wait for somebody to make room.
  ['53100', 'disk_full'],
])('a database that fails with %s is %s', (code, message) => {
  expect(wireError(Object.assign(new Error('x'), { code }), 'r')).toMatchObject({ status: 503, body: { code: message } })
})
