import { listPaymentModes } from '#features/billing/contract-payments.ts'
import { listItems } from '#features/catalogue/contract.ts'
import { listInsuranceCompanies } from '#features/insurance/contract.ts'
import { listPanels, listProfiles } from '#features/lab-catalogue/contract.ts'
import { listStores } from '#features/stock/contract-items.ts'
import { listStock } from '#features/stock/contract-ledger.ts'
import { listSuppliers } from '#features/purchasing/contract-suppliers.ts'
import { listDoctors } from '#features/users/contract.ts'
import type { Person } from './person.ts'

/** What does not change within the day, as every screen finds it. */
export interface Facts {
  cash: number
  mobile: { id: number; needsReference: boolean } | null
  insurers: number[]
  doctors: number[]
  /** Tests and profiles that have a place on the price list. */
  profiles: { id: number; name: string }[]
  panels: { id: number; name: string }[]
  /** What the pharmacy has on its shelf, by the name that is typed. */
  drugs: { id: number; name: string }[]
  services: { id: number; name: string }[]
  stores: { main: number; pharmacy: number }
  suppliers: number[]
}

/** The shelf is wide: everybody is not given the same drug. */
const SHELF = ['', 'Ab', 'Am', 'Ce', 'Di', 'En', 'Fl', 'Ib', 'Lo', 'Me', 'Ni', 'Om', 'Pa', 'Pr', 'Ra', 'Sa', 'Tr']

const shelfOf = async (keeper: Person, store: number) => {
  const pages = await Promise.all(SHELF.map((q) => keeper.ask(listStock, { query: { store, q, category: 'drug', limit: 100 } })))
  const rows = pages.flat().filter(({ usable, sale_price, is_active }) => usable > 20 && sale_price !== null && is_active)
  return [...new Map(rows.map(({ id, name }) => [id, { id, name }])).values()]
}

/** Reads them by somebody who may see everything. */
export const readFacts = async (keeper: Person): Promise<Facts> => {
  const [modes, insurers, doctors, profiles, panels, stores, suppliers, services] = await Promise.all([
    keeper.ask(listPaymentModes, { query: { active: 'true' } }),
    keeper.ask(listInsuranceCompanies, { query: {} }),
    keeper.ask(listDoctors),
    keeper.ask(listProfiles, { query: { active: 'true' } }),
    keeper.ask(listPanels, { query: { active: 'true' } }),
    keeper.ask(listStores, { query: {} }),
    keeper.ask(listSuppliers, { query: { limit: 20 } }),
    keeper.ask(listItems, { query: { category: 'nursing', limit: 25 } }),
  ])
  const cash = modes.find((mode) => mode.payment_category === 'cash')
  const mobile = modes.find((mode) => mode.payment_category === 'mobile money')
  const main = stores.find(({ kind }) => kind === 'main')
  const pharmacy = stores.find(({ kind }) => kind === 'pharmacy')
  if (!cash || !main || !pharmacy) throw new Error('The clinic has no cash, no main store or no pharmacy.')
  // Who asks for the others has to say why wherever the patient is of the other sex.
  const forBoth = new Map(panels.filter(({ for_sex }) => for_sex === null).map(({ id, item }) => [id, item]))
  return {
    cash: cash.id,
    mobile: mobile ? { id: mobile.id, needsReference: mobile.requires_reference } : null,
    insurers: insurers.map(({ id }) => id),
    doctors: doctors.map(({ id }) => id),
    profiles: profiles
      .filter(({ item, panels: all }) => item !== null && item !== undefined && all?.every(({ id }) => forBoth.has(id)) !== false)
      .map(({ id, name }) => ({ id, name })),
    panels: panels.filter(({ id, item }) => item !== null && forBoth.has(id)).map(({ id, name }) => ({ id, name })),
    drugs: await shelfOf(keeper, pharmacy.id),
    services: services.map(({ id, name }) => ({ id, name })),
    stores: { main: main.id, pharmacy: pharmacy.id },
    suppliers: suppliers.map(({ id }) => id),
  }
}
