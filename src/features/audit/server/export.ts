import { findCompany } from '#features/company/public.ts'
import { dayIn } from '#shared/dates.ts'
import type { Table, TableColumn, TableRow } from '#shared/table.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import type { Db } from '#platform/db/connect.ts'
import { EXPORT_ROWS } from '../rules.ts'
import { findAuditRows, type Filters, type FoundRow } from './log.ts'

const text = (key: string, title: string): TableColumn => ({ key, title, kind: 'text' })
const columns = [
  text('id', 'Row'),
  text('when', 'When'),
  text('actor_name', 'User'),
  text('actor', 'Account'),
  text('action', 'Activity'),
  text('entity', 'Record type'),
  text('entity_id', 'Its id'),
  text('patient_number', 'Patient number'),
  text('patient_name', 'Patient'),
  text('ip', 'From'),
  text('request_id', 'Request'),
  text('change', 'What changed'),
]

/** The clinic's clock, to the second. */
const clockText = (at: Date, zone: string) => {
  const { day, time } = wallTimeOf(at, zone)
  return `${day} ${time}:${at.toISOString().slice(17, 19)}`
}

const idText = (id: number | null) => (id === null ? null : String(id))

const tableRow = (row: FoundRow, zone: string): TableRow => ({
  id: String(row.id),
  when: clockText(row.at, zone),
  actor_name: row.actor_name ?? (row.actor === null ? 'The system' : null),
  actor: idText(row.actor),
  action: row.action,
  entity: row.entity,
  entity_id: idText(row.entity_id),
  patient_number: row.patient_number,
  patient_name: row.patient_name,
  ip: row.ip,
  request_id: row.request_id,
  change: row.change === null ? null : JSON.stringify(row.change),
})

/** The rows that match as a table, newest first; its subject says so when there are more than fit. */
export const auditTable = async (db: Db, filters: Filters, now: Date): Promise<{ table: Table; clinic: string }> => {
  const { name, currency, time_zone } = await findCompany(db)
  const found = await findAuditRows(db, filters, { cursor: null, limit: EXPORT_ROWS + 1 })
  const rows = found.slice(0, EXPORT_ROWS)
  const dayOf = (at: Date | undefined) => dayIn(time_zone, at ?? now)
  const table: Table = {
    title: 'Audit log',
    subject: found.length > EXPORT_ROWS ? `The newest ${EXPORT_ROWS.toLocaleString('en-GB')} rows; there are more` : null,
    start_date: dayOf(rows.at(-1)?.at),
    end_date: dayOf(rows[0]?.at),
    currency,
    columns,
    rows: rows.map((row) => tableRow(row, time_zone)),
    totals: {},
  }
  return { table, clinic: name }
}
