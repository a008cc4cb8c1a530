import { expect, test } from 'vitest'
import { hashPassword, hashingLoad, passwordFits } from './passwords.ts'

test('a password fits its own hash and no other; without a hash nothing fits, for the same work', async () => {
  const stored = await hashPassword('tuktuk mvua jioni')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hashPassword('tuktuk mvua jioni')).not.toBe(stored)
  const { done } = hashingLoad()
  expect(await passwordFits(stored, 'tuktuk mvua jioni')).toBe(true)
  expect(await passwordFits(stored, 'tuktuk mvua jionI')).toBe(false)
  expect(await passwordFits(null, 'no account has this password')).toBe(false)
  expect(hashingLoad().done - done).toBe(3)
})

test('two are hashed at once, a hundred wait, more are told to come back', async () => {
  const all = Array.from({ length: 110 }, () => hashPassword('tuktuk mvua jioni'))
  expect(hashingLoad()).toMatchObject({ running: 2, waiting: 100 })
  const results = await Promise.allSettled(all)
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(8)
  expect(refused[0]?.reason).toMatchObject({ status: 503, code: 'busy', headers: { 'retry-after': '2' } })
  expect(hashingLoad()).toMatchObject({ running: 0, waiting: 0 })
})

test('the guard stands right before the check and hears of a failure before the next one begins', async () => {
  const stored = await hashPassword('tuktuk mvua jioni')
  let failures = 0
  const guess = () =>
    passwordFits(stored, 'wrong', {
      admit: async () => {
        if (failures >= 3) throw new Error('locked')
      },
      failed: async () => void failures++,
    })
  const results = await Promise.allSettled(Array.from({ length: 20 }, guess))
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(4)
  await expect(guess()).rejects.toThrow('locked')
  expect(hashingLoad()).toMatchObject({ running: 0, waiting: 0 })
})
