import type { ResponseOf } from '#shared/endpoint.ts'
import { pages } from '#web/api.ts'
import { dateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { listAccessLog } from '../contract.ts'
import type { PatientRecord } from './use-patient.ts'

type Entry = ResponseOf<typeof listAccessLog>[number]

const whoOf = ({ user_name, is_patient }: Entry) => {
  if (user_name === null) return t('The system')
  return is_patient ? t('{{name}} (patient, in the portal)', { name: user_name }) : user_name
}

const columns = (): readonly Column<Entry>[] => [
  { key: 'at', title: t('When'), width: 168, render: ({ at }) => <span className="num">{dateTime(at)}</span> },
  { key: 'who', title: t('Who'), render: (entry) => whoOf(entry) },
  { key: 'what', title: t('What'), render: ({ action, entity }) => `${t(action)} · ${t(entity)}` },
]

/** Who read or changed the record, newest first. */
export const PatientAccessLog = ({ patient }: { patient: PatientRecord }) => (
  <DataTable
    label={t('Access log')}
    columns={columns()}
    of={usePages(pages(listAccessLog, { params: { id: patient.id }, query: { limit: 50 } }))}
    rowKey={({ id }) => id}
    empty={<Empty title={t('Nobody has opened this record yet')} />}
  />
)
