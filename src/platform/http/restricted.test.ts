import { expect, test } from 'vitest'
import { z } from 'zod'
import { PatientId } from '#shared/paging.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import type { User } from './handle.ts'
import { withoutHiddenLines, withoutHiddenRows } from './restricted.ts'

/** It asks the database for bills alone, and only where the reader works at the till. */
const reader = { db: {} as Db, user: { id: 1, permissions: new Set<string>() } as unknown as User, now: new Date(0) }

/** A patient in each place that a contract may have. */
const Line = z.object({
  id: z.int(),
  patient: PatientId.nullable().optional(),
  owner: z.union([z.object({ id: PatientId, name: z.string() }), z.string()]).optional(),
  lines: z.array(z.object({ of: PatientId.default(0) }).readonly()).optional(),
  by_name: z.record(z.string(), PatientId).optional(),
  pair: z.tuple([z.string(), PatientId]).optional(),
  both: z
    .object({ first: PatientId })
    .and(z.object({ second: z.int() }))
    .optional(),
  decoded: z.codec(z.string(), PatientId, { decode: Number, encode: String }).optional(),
})
type Line = z.output<typeof Line>

const open: Line[] = [
  { id: 1 },
  { id: 1, patient: 2 },
  { id: 1, patient: null },
  { id: 1, owner: 'nobody' },
  { id: 1, owner: { id: 2, name: 'Open' } },
  { id: 1, lines: [] },
  { id: 1, pair: ['1', 2] },
  { id: 1, both: { first: 2, second: 1 } },
]
const shut: Line[] = [
  { id: 2, patient: 1 },
  { id: 2, owner: { id: 1, name: 'Kept' } },
  { id: 2, lines: [{ of: 2 }, { of: 1 }] },
  { id: 2, by_name: { kept: 1 } },
  { id: 2, pair: ['2', 1] },
  { id: 2, both: { first: 1, second: 2 } },
  { id: 2, decoded: 1 },
]

test('a list is without the lines of a hidden patient, wherever its contract has the id of one, and keeps other numbers', async () => {
  expect(await withoutHiddenLines(reader, Line, new Set([1]), [...open, ...shut])).toEqual(open)
  expect(await withoutHiddenLines(reader, Line, new Set(), shut)).toEqual(shut)
})

test('so is a page of a list and an object with rows; another reply stays as it is', async () => {
  const list = { method: 'GET', path: '/lines/', access: 'signed-in', summary: '', response: z.array(Line) } satisfies Endpoint
  const page = { rows: [...shut, ...open], next: null }
  expect(await withoutHiddenRows(reader, list, new Set([1]), page)).toEqual({ rows: open, next: null })
  expect(await withoutHiddenRows(reader, list, new Set([1]), [...shut, ...open])).toEqual(open)
  const table = { ...list, response: z.object({ rows: z.array(Line), total: z.int() }) } satisfies Endpoint
  expect(await withoutHiddenRows(reader, table, new Set([1]), { rows: [...shut, ...open], total: 9 })).toEqual({ rows: open, total: 9 })
  const one = { ...list, response: Line } satisfies Endpoint
  expect(await withoutHiddenRows(reader, one, new Set([1]), shut[0])).toEqual(shut[0])
})

test('a schema that cannot be looked into stops the call', async () => {
  const rows = withoutHiddenLines(reader, z.map(z.string(), PatientId), new Set([1]), [new Map([['kept', 1]])])
  await expect(rows).rejects.toThrow('a schema of type map')
})
