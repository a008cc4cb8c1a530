import { expect } from 'vitest'
import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Items } from '#platform/db/tables.gen.ts'
import { anItem, aPatient, aVisitWithOrders } from '../builders.ts'
import type { Person } from '../clinic.ts'
import { someStock } from './stock.ts'

// Four digits from the first one on: names sort as they were made.
let serial = 1000

/** The store where medicines are handed out when nobody says. */
export const pharmacyOf = async (db: Db): Promise<number> =>
  (await db.selectFrom('stores').select('id').where('kind', '=', 'pharmacy').orderBy('id').executeTakeFirstOrThrow()).id

interface Batch {
  lot?: string
  expires_on?: string | null
  unit_cost?: string
}
/** Puts stock of one batch on the shelf of the pharmacy and answers the batch's id. */
export const onShelf = async (db: Db, item: number, quantity = 1000, batch: Batch = {}): Promise<number> =>
  someStock(db, { item, store: await pharmacyOf(db), quantity, ...batch })

/** A tablet of a substance that nothing else holds, with so much of it on the pharmacy's shelf; a price of 10.00 unless said. */
export const aTablet = async (db: Db, quantity = 1000, overrides: Partial<Insertable<Items>> & { price?: string | null } = {}) => {
  const { price = '10.00', ...rest } = overrides
  const { id } = await anItem(db, price, { name: `Remedy ${++serial} tablet`, category: 'drug', unit: 'tablet', ...rest })
  return { id, batch: quantity > 0 ? await onShelf(db, id, quantity) : 0 }
}

interface Line {
  item: number
  quantity?: string
  directions?: string
}
export interface WrittenPrescription {
  id: number
  visit: number
  patient: number
  invoice: number
  version: number
  /** The ids of its lines, in the order given. */
  lines: number[]
}

/** An open visit with a prescription of these lines, by the calls of a desk and a doctor; of a new patient unless one is named. */
export const aPrescription = async (
  db: Db,
  { desk, doctor }: { desk: Person; doctor: Person },
  lines: readonly Line[],
  { patient, overrides = [] }: { patient?: number; overrides?: object[] } = {},
): Promise<WrittenPrescription> => {
  const visit = await aVisitWithOrders(desk, patient ?? (await aPatient(db, { date_of_birth: '1980-05-05' })).id)
  const reply = await doctor.call('POST', '/patients/prescriptions/', {
    attendance_process: visit.id,
    prescribed_drugs: lines.map((line) => ({ directions: '1 tab tds 5/7', ...line })),
    overrides,
  })
  expect(reply.status, reply.text).toBe(201)
  const { id, version, prescribed_drugs } = reply.json<{ id: number; version: number; prescribed_drugs: { id: number }[] }>()
  return { id, version, visit: visit.id, patient: visit.patient, invoice: visit.invoice, lines: prescribed_drugs.map((line) => line.id) }
}
