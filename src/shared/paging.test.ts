import { expect, test } from 'vitest'
import { z } from 'zod'
import { ById, fields, Id, MAX_ID, patchOf } from './paging.ts'

test('an id is digits: no other way to write a number is one', () => {
  expect(['7', '007', String(MAX_ID)].map((text) => Id.parse(text))).toEqual([7, 7, MAX_ID])
  expect(Id.parse(7)).toBe(7)
  expect(Id.optional().parse(undefined)).toBeUndefined()
  for (const text of ['', ' 7', '7 ', '1e3', '0x10', '1.0', '+7', '-7', '0', '٧', 'seven', '2147483648', '10000000000'])
    expect(Id.safeParse(text).success, text).toBe(false)
  expect(ById.safeParse({ id: '1e3' }).error?.issues[0]).toMatchObject({ path: ['id'], message: 'Send an id: a whole number, in digits.' })
})

test('a change leaves what it does not name as it is, also where a new record would have a default', () => {
  const change = patchOf(fields({ name: z.string(), position: z.int().default(1000) }))
  expect(change.parse({ name: 'Sodium' })).toEqual({ name: 'Sodium' })
  expect(change.parse({ position: 3, version: 2 })).toEqual({ position: 3, version: 2 })
  for (const wrong of [{}, { version: 2 }, { position: 'third' }, { nothing: 1 }]) expect(change.safeParse(wrong).success).toBe(false)
})
