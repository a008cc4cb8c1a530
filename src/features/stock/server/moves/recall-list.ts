import type { Db } from '#platform/db/connect.ts'
import { dayIn } from '#shared/dates.ts'
import type { Table, TableColumn } from '#shared/table.ts'
import { Problem } from '#platform/errors/problem.ts'
import type { Letterhead } from '#platform/tables/pdf.ts'
import type { Recall, RecallUse } from '#features/stock/contract-recalls.ts'
import { findAllUses, type MayNotify } from './recall-uses.ts'

/** More rows than this are no list to call by. */
const MOST = 5_000

const columns: readonly TableColumn[] = [
  { key: 'day', title: 'Day', kind: 'date' },
  { key: 'kind', title: 'Event', kind: 'text' },
  { key: 'number', title: 'Document', kind: 'text' },
  { key: 'store', title: 'Store', kind: 'text' },
  { key: 'quantity', title: 'Quantity', kind: 'count' },
  { key: 'returned', title: 'Returned', kind: 'count' },
]
/** Only for who may see prescriptions and patients. */
const ofPatients: readonly TableColumn[] = [
  { key: 'patient', title: 'Patient', kind: 'text' },
  { key: 'patient_number', title: 'Patient number', kind: 'text' },
  { key: 'phone', title: 'Phone', kind: 'text' },
]

const rowOf = (use: RecallUse, zone: string) => ({
  day: dayIn(zone, new Date(use.date)),
  kind: use.kind.replaceAll('_', ' '),
  number: use.number,
  store: use.to_store_name ? `${use.store_name} → ${use.to_store_name}` : use.store_name,
  quantity: use.quantity,
  returned: use.returned,
  patient: use.patient?.name ?? use.customer_name ?? '',
  patient_number: use.patient?.number ?? '',
  phone: use.patient?.phone ?? '',
})

interface RecallList {
  table: Table
  head: Letterhead
  /** Whose telephone numbers are on it. */
  patients: { patient: number }[]
}

/** What went out stays on the list; who has it is left out where the record is shut. */
const withoutHidden = (use: RecallUse, hidden: ReadonlySet<number>): RecallUse =>
  use.patient && hidden.has(use.patient.id) ? { ...use, patient: null, customer_name: 'Restricted record' } : use

/**
 * Everything that went out of a recalled lot, to be printed or taken away: who has it, with the whole telephone number. Of the patients of
 * `hidden` it tells nothing.
 */
export const recallTable = async (db: Db, recall: Recall, may: MayNotify, now: Date, hidden: ReadonlySet<number>): Promise<RecallList> => {
  const found = await findAllUses(db, recall.id, MOST + 1, may)
  const uses = found.map((use) => withoutHidden(use, hidden))
  if (uses.length > MOST) throw new Problem(400, 'too_long', `This lot went out more than ${MOST} times: read it page by page.`)
  const { name, currency, time_zone } = await db.selectFrom('company').select(['name', 'currency', 'time_zone']).executeTakeFirstOrThrow()
  const printed = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: time_zone }).format(now)
  const today = dayIn(time_zone, now)
  const seesPatients = may.patients && may.dispenses
  return {
    table: {
      title: `Recall ${recall.number}`,
      subject: `${recall.item_name}, lot ${recall.lot}`,
      start_date: dayIn(time_zone, new Date(recall.date_recalled)),
      end_date: today,
      currency,
      columns: [...columns, ...(seesPatients ? ofPatients : [])],
      rows: uses.map((use) => rowOf(use, time_zone)),
      totals: {},
    },
    head: { clinic: name, printed },
    patients: uses.flatMap(({ patient }) => (patient ? [{ patient: patient.id }] : [])),
  }
}
