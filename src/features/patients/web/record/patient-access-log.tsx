import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import type { ResponseOf } from '#shared/endpoint.ts'
import { pages } from '#web/calls/api.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { DaysFilter } from '#web/ui/days-filter.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { listAccessLog } from '#features/patients/contract-restricted.ts'
import { actionSentence } from './access-labels.ts'
import { emergencyWord, isEmergencyKind } from '../emergency-name.tsx'
import type { PatientRecord } from '../use-patient.ts'

type Entry = ResponseOf<typeof listAccessLog>[number]

const userText = ({ user_name, is_patient }: Entry) => {
  if (user_name === null) return t('The system')
  return is_patient ? t('{name} (patient, portal)', { name: user_name }) : user_name
}

const What = ({ entry: { action, entity, emergency } }: { entry: Entry }) => {
  if (emergency === null) return actionSentence(action, entity)
  const kind = isEmergencyKind(emergency.kind) ? emergencyWord(emergency.kind) : emergency.kind
  return (
    <span className="clip" title={emergency.reason}>
      <Status tone="critical">{t('Emergency access')}</Status> {kind} · <bdi>{emergency.reason}</bdi>
    </span>
  )
}

const columns = (): readonly Column<Entry>[] => [
  { key: 'at', title: t('When'), width: 168, render: ({ at }) => <span className="num">{dateTime(at)}</span> },
  { key: 'who', title: t('User'), render: (entry) => userText(entry) },
  { key: 'what', title: t('Activity'), render: (entry) => <What entry={entry} /> },
]

/** Who read or changed the record, newest first, of all days or of some. */
export const PatientAccessLog = ({ patient }: { patient: PatientRecord }) => {
  const [{ from, until }, setUrl] = useUrlState({ from: z.iso.date(), until: z.iso.date() })
  const list = usePages({
    ...pages(listAccessLog, { params: { id: patient.id }, query: { limit: 50, from, until } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="row no-print mb-5">
        <DaysFilter from={from} to={until} onFrom={(day) => setUrl({ from: day })} onTo={(day) => setUrl({ until: day })} />
      </div>
      <DataTable
        label={t('Access log')}
        columns={columns()}
        rows={list}
        rowKey={({ id }) => id}
        empty={<Empty title={from || until ? t('Record not opened in this period') : t('Record not opened yet')} />}
      />
    </>
  )
}
