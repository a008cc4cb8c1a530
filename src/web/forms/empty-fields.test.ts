import { expect, test } from 'vitest'
import { z } from 'zod'
import { isRequired } from './empty-fields.ts'

const schema = z.object({
  name: z.string().trim().min(1),
  note: z.string().max(200),
  phone: z.string().min(3).nullable(),
  code: z.string().min(1).optional(),
  count: z.int(),
  is_active: z.boolean(),
  groups: z.array(z.int()).min(1),
  tags: z.array(z.string()),
  lines: z.array(z.object({ quantity: z.int(), batch: z.string().nullable() })),
  address: z.object({ town: z.string().min(1) }),
})

test('a box is required where the contract refuses what an empty one sends', () => {
  const paths = [
    'name',
    'note',
    'phone',
    'code',
    'count',
    'is_active',
    'groups',
    'tags',
    'lines.0.quantity',
    'lines.0.batch',
    'address.town',
    'other',
  ]
  expect(paths.filter((path) => isRequired(schema, path, {}))).toEqual(['name', 'count', 'groups', 'lines.0.quantity', 'address.town'])
})

test('a box that the form fills before it is sent is not required', () => {
  const values = { name: '', count: '' }
  expect(isRequired(schema, 'count', values, ({ count, ...rest }) => ({ ...rest, count: Number(count) }))).toBe(false)
  expect(isRequired(schema, 'name', values, ({ count, ...rest }) => ({ ...rest, count: Number(count) }))).toBe(true)
})
