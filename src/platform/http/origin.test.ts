import { expect, test } from 'vitest'
import { originOf } from './origin.ts'

test('a host that is no host is nobody’s address', () => {
  const cases = { 'a.b-c.example:81': 'https://a.b-c.example:81', '[::1]:8080': 'https://[::1]:8080', '10.0.0.7': 'https://10.0.0.7' }
  for (const [host, origin] of Object.entries(cases)) expect(originOf({ protocol: 'https', host })).toBe(origin)
  for (const host of ['', 'a b', 'a/b', 'a"', '-a', 'a..b', 'a:123456', '<script>', 'a'.repeat(300), 'user@host'])
    expect(originOf({ protocol: 'http', host })).toBe('http://localhost')
})
