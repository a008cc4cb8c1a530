import type { Client } from 'pg'
import { openBill, type PlannedBill, remittances, settledBill } from './bills.ts'
import { isoInstant } from './calendar.ts'
import { careOf } from './care.ts'
import { insuranceCompanies } from './clinic.ts'
import { loadBooks } from './load-books.ts'
import type { Ids, SomeVisit } from './load-rows.ts'
import { payNow } from './paying.ts'
import type { Patient } from './people.ts'
import { random } from './random.ts'
import { staffOf } from './visits.ts'

interface Frame {
  /** Begins the marks of the receipts, and makes the plans the same each time. */
  mark: string
  ids: Pick<Ids, 'staff' | 'payers'>
  /** Nothing is paid later than this. */
  until: Date
}

/** Bills the visits, which are over and in order of time, and has them paid. `patients` are those whom the visits name. */
export const loadSettledBills = async (
  client: Client,
  visits: readonly SomeVisit[],
  patients: readonly Patient[],
  { mark, ids, until }: Frame,
): Promise<void> => {
  const rng = random(`bills ${mark}`)
  const bySource = new Map<string, Patient>()
  const bills = visits.flatMap((visit): PlannedBill[] => {
    const bill = settledBill(rng, visit, careOf(visit, patients[visit.patient] as Patient), until.getTime())
    if (!bill) return []
    bySource.set(visit.source, patients[visit.patient] as Patient)
    return [bill]
  })
  const payerOf = ({ source }: PlannedBill) => {
    const insurance = bySource.get(source ?? '')?.insurance
    return insurance ? { payer: insurance.payer, code: insuranceCompanies[insurance.payer]?.code ?? '' } : null
  }
  await loadBooks(client, { bills, remittances: remittances(rng, bills, payerOf, until.getTime()) }, ids, mark)
}

/** Puts on the bills of the visits under way what the rooms behind them have ordered. */
export const loadOpenBills = async (
  client: Client,
  visits: readonly SomeVisit[],
  patients: readonly Patient[],
  { mark, ids }: Omit<Frame, 'until'>,
): Promise<void> => {
  const rng = random(`bills ${mark}`)
  const atTill = visits.filter(({ track }) => track === 'billing')
  const place = (visit: SomeVisit) => (visit.track === 'billing' ? atTill.indexOf(visit) : null)
  await loadBooks(
    client,
    { bills: visits.map((visit) => openBill(rng, visit, careOf(visit, patients[visit.patient] as Patient, visit.keep), place(visit))) },
    ids,
    mark,
  )
}

export interface Leftover {
  id: number
  /** When it ended. */
  at: string
  /** By a doctor, on its way out. */
  isSeen: boolean
}

/**
 * Issues what stands on the drafts of visits that ended without the till, and has it paid when they ended; what has no price is dropped.
 * Whoever a doctor saw meanwhile is charged the consultation.
 */
export const settleLeftovers = async (client: Client, visits: readonly Leftover[], { mark, ids, until }: Frame): Promise<void> => {
  if (visits.length === 0) return
  await client.query(
    `update charges c set cancelled_at = $2, cancel_reason = 'No price was set' from invoices i
     where i.id = c.invoice_id and i.issued_at is null and i.visit_id = any($1) and c.price_source = 'none' and c.cancelled_at is null`,
    [visits.map(({ id }) => id), until],
  )
  const { rows } = await client.query<{ id: number }>(
    `select distinct i.visit_id as id from invoices i join charges c on c.invoice_id = i.id where i.visit_id = any($1)`,
    [visits.map(({ id }) => id)],
  )
  const charged = new Set(rows.map(({ id }) => id))
  const rng = random(`bills ${mark}`)
  const by = staffOf('Cashier')[0] as number
  const bills = visits.map(({ id, at, isSeen }): PlannedBill => {
    const paid = Date.parse(at)
    return {
      source: null,
      visit: id,
      lines: isSeen && !charged.has(id) ? [{ code: null, quantity: 1, at, by }] : [],
      issued: { at: isoInstant(paid), by },
      receipts: payNow(rng, paid, by, 1, paid),
      notes: [],
    }
  })
  await loadBooks(client, { bills }, ids, `${mark}:leftover`)
}
