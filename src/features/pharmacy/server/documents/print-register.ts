import { sql } from 'kysely'
import type { Download } from '#shared/endpoint.ts'
import type { readClinicHead } from '#features/company/public.ts'
import { redactRestricted, type Reader } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import { breakAll } from '#platform/pdf/breakable.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import { day, joined, moment } from '#platform/pdf/printed-values.ts'
import { findWholeRegister, type RegisterFilters, type RegisterRow } from '../register.ts'

const template = new URL('./register.typ', import.meta.url)
/** The most entries on one paper. */
const MOST = 5000
const DAY_MS = 86_400_000
const YEAR_DAYS = 366

type Head = Awaited<ReturnType<typeof readClinicHead>>
interface Subject {
  name: string
  unit: string
  store: string
}

/** 400 unless the days are in order, and no more than a year. */
const requireDays = ({ from, to }: { from: string; to: string }) => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  if (days < 0) throw fieldError('to', 'The last day must not be before the first.')
  if (days >= YEAR_DAYS) throw fieldError('to', 'Choose a period of one year at most.')
}

const findSubject = async (db: Db, { item, store }: { item: number; store: number }): Promise<Subject> => {
  const { rows } = await sql<{ name: string | null; unit: string | null; store: string | null }>`
    select (select i.name from stocked_items k join items i on i.id = k.item_id where k.item_id = ${item} and k.is_controlled) as name,
      (select unit from items where id = ${item}) as unit, (select name from stores where id = ${store}) as store`.execute(db)
  const { name, unit, store: place } = rows[0]!
  if (name === null) throw fieldError('item', 'This is not a controlled drug.')
  if (place === null) throw fieldError('store', 'Store not found.')
  return { name, unit: unit ?? '', store: place }
}

const kindWords: Readonly<Record<string, string>> = {
  opening: 'Opening stock',
  receipt: 'Received',
  donate_in: 'Donated',
  dispense: 'Dispensed',
  otc: 'Sold',
  consume: 'Consumed',
  issue_out: 'Issued to a store',
  issue_in: 'Came from a store',
  return_patient: 'Returned by the patient',
  return_supplier: 'Returned to the supplier',
  adjust_count: 'Counted',
  expire: 'Expired',
  damage: 'Damaged',
  loss: 'Lost',
}

const count = (units: number) => (units === 0 ? '' : String(units))
const cellsOf = (row: RegisterRow, zone: string) => [
  moment(row.happened_at, zone),
  row.document,
  kindWords[row.kind] ?? row.kind,
  row.lot,
  joined(row.patient_name, row.patient_number),
  row.prescriber_name ?? '',
  row.by_name ?? '',
  count(row.received),
  count(row.issued),
  String(row.balance),
]

/**
 * An entry of a restricted record that is shut to the reader: what went, when and under which document, so that the register is whole. Whose it
 * was is found by the document's number.
 */
const redact = (row: RegisterRow): RegisterRow => ({
  ...row,
  patient_name: 'Restricted record',
  patient_number: null,
  prescriber_name: null,
})

/** What the register of one item and store says over days, as the reader may see it. 400 for days that are none or too many, and where it would be too long to print. */
export const readRegister = async (
  reader: Reader,
  asked: Required<RegisterFilters> & { item: number; store: number; from: string; to: string },
) => {
  const { db } = reader
  requireDays(asked)
  const subject = await findSubject(db, asked)
  const rows = await findWholeRegister(db, asked, MOST + 1)
  if (rows.length > MOST) throw fieldError('to', `These are more than ${MOST} entries. Choose fewer days.`)
  return { subject, rows: await redactRestricted(reader, rows, { patientOf: ({ patient }) => patient, redact }) }
}

/** The register as PDF, A4 across, in English, oldest first, with what was there before and what was left. */
export const printRegister = async (
  printPdf: PrintPdf,
  { subject, rows }: Awaited<ReturnType<typeof readRegister>>,
  { head, from, to, printed }: { head: Head; from: string; to: string; printed: string },
): Promise<Download> => {
  const [first] = rows
  const sum = (name: 'received' | 'issued') => rows.reduce((total, row) => total + row[name], 0)
  const body = await printPdf(template, {
    clinic: { ...head.clinic, name: head.clinic.name },
    ...breakAll({
      title: 'Register of controlled drugs',
      item: `${subject.name} (${subject.unit})`,
      store: subject.store,
      days: `${day(from)} to ${day(to)}`,
      columns: ['When', 'Document', 'Activity', 'Lot', 'Patient', 'Prescribed by', 'By', 'In', 'Out', 'Left'],
      before: first ? String(first.balance - first.received + first.issued) : null,
      rows: rows.map((row) => cellsOf(row, head.zone)),
      totals: [String(sum('received')), String(sum('issued')), rows.length > 0 ? String(rows.at(-1)!.balance) : ''],
      foot: printed,
    }),
  })
  return { body, filename: `register-${from}-${to}.pdf`, inline: true }
}
