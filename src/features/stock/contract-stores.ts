import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, patchOf, Ref, YesNo } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { StoreKind } from './contract-fields.ts'

/** Where stock lies. */
export const StoreInput = fields({ name: line(80), kind: StoreKind, department: Ref.nullish() })
export const Store = z
  .object({
    id: z.int(),
    name: z.string(),
    kind: StoreKind,
    department: z.int().nullable(),
    department_name: z.string().nullable(),
    is_active: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'Store' })
export type Store = z.output<typeof Store>

export const listStores = endpoint({
  method: 'GET',
  path: '/inventory/stores/',
  summary: 'List the stores: the main ones first, then by name',
  access: 'stock.view',
  live: ['stock'],
  query: fields({ active: YesNo.optional() }),
  response: z.array(Store),
})
export const createStore = endpoint({
  method: 'POST',
  path: '/inventory/stores/',
  summary: 'Add a store',
  access: 'stock.settings',
  body: StoreInput,
  status: 201,
  response: Store,
})
export const updateStore = endpoint({
  method: 'PATCH',
  path: '/inventory/stores/{id}/',
  summary:
    'Change a store, or take it out of use, which forgets what it should have. 409 `store_in_use` while something lies there, is on its way or is being counted, and `last_main_store`',
  access: 'stock.settings',
  params: ById,
  body: patchOf(StoreInput.extend({ is_active: z.boolean() })),
  response: Store,
})
