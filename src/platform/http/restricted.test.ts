import { expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import type { User } from './handle.ts'
import { withoutHiddenLines } from './restricted.ts'

/** It asks the database for bills alone, and only where the reader works at the till. */
const reader = { db: {} as Db, user: { id: 1, permissions: new Set<string>() } as unknown as User, now: new Date(0) }

test('a list is without the lines that name a hidden patient, by id or by who it is, wherever they stand in it', async () => {
  const open = [
    { patient: 2 },
    { patient: { id: 3 } },
    { patient: null, id: 1 },
    { id: 1, unique_id: 'P-1' },
    { at: new Date(0), by: 'patient' },
  ]
  const shut = [{ patient: 1 }, { patient_id: 1 }, { patient: { id: 1, name: 'Kept' } }, { lines: [{ patient: 1 }] }]
  expect(await withoutHiddenLines(reader, new Set([1]), [...open, ...shut])).toEqual(open)
  expect(await withoutHiddenLines(reader, new Set([1]), { rows: [...shut, ...open], next: null })).toEqual({ rows: open, next: null })
})
