import type { z } from 'zod'
import { catalogue } from '#shared/catalogue.ts'
import { choice, link, text } from '#shared/record.ts'
import { storeKinds } from './contract-fields.ts'

/** Where stock lies. */
export const stores = catalogue({
  name: 'Store',
  path: '/inventory/stores/',
  summaries: {
    list: 'List the stores: the main ones first, then by name',
    create: 'Add a store',
    update:
      'Change a store, or take it out of use, which forgets what it should have. 409 `store_in_use` while something lies there, is on its way or is being counted, and `last_main_store`',
  },
  access: { view: 'stock.view', change: 'stock.settings' },
  live: ['stock'],
  fields: {
    name: text(80, { label: 'Name', presence: 'required', fhir: { path: 'Location.name' } }),
    kind: choice(storeKinds, { label: 'Kind', presence: 'required', fhir: { path: 'Location.type' } }),
    department: link('departments', { label: 'Department', fhir: { path: 'Location.partOf' } }),
  },
})
export const { list: listStores, create: createStore, update: updateStore } = stores
export type Store = z.output<typeof stores.row>
