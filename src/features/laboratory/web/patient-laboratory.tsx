import { Button } from '@mantine/core'
import { IconFlask2 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { pages } from '#web/calls/api.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { listLabTestRequestsOfPatient } from '../contract.ts'
import { AskedTests } from './asked-tests.tsx'
import type { Request } from './lab-types.ts'
import { PriorityMark } from './lab-labels.tsx'
import { RequestState } from './requests/request-columns.tsx'
import styles from './lab-pages.module.css'

const Cumulative = lazy(async () => ({ default: (await import('./charts/cumulative-panel.tsx')).CumulativePanel }))

const PAGE = 20
const views = ['requests', 'time'] as const

const Card = ({ request }: { request: Request }) => (
  <section className="section" aria-label={t('Request of {time}', { time: dateTime(request.requested_at) })}>
    <div className="row wrap mb-2">
      <Link className="strong num link grow" to={`/dashboard/laboratory/requests/${request.id}`}>
        {dateTime(request.requested_at)}
      </Link>
      <PriorityMark priority={request.priority} />
      <RequestState request={request} />
    </div>
    <p className="small t3">{[request.requested_by_name, request.note].filter(Boolean).join(' · ')}</p>
    <AskedTests requests={[request]} isAlone />
  </section>
)

const Requests = ({ patient }: { patient: PatientRecord }) => {
  const list = usePages(pages(listLabTestRequestsOfPatient, { params: { patient_id: patient.id }, query: { limit: PAGE } }))
  return (
    <div className={styles.ofPatient}>
      <FourStates
        query={list}
        loading={<Loading rows={6} height={36} />}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <Empty icon={IconFlask2} title={t('No tests yet')}>
            {t('Tests requested in a visit appear here, with results once approved.')}
          </Empty>
        }
      >
        {(requests) => (
          <div className="form-stack">
            {requests.map((request) => (
              <Card key={request.id} request={request} />
            ))}
            {list.hasMore && (
              <Button loading={list.isFetchingMore} onClick={list.fetchMore}>
                {t('Earlier requests')}
              </Button>
            )}
          </div>
        )}
      </FourStates>
    </div>
  )
}

/** What was ever asked of the laboratory for a patient, newest first, with the results; or the results over time. */
export const PatientLaboratory = ({ patient }: { patient: PatientRecord }) => {
  const [{ view = 'requests' }, set] = useUrlState({ view: z.enum(views) })
  return (
    <div className="form-stack">
      <ChoiceField
        label={t('Show')}
        data={[
          { value: 'requests', label: t('Requests') },
          { value: 'time', label: t('Results over time') },
        ]}
        value={view}
        onChange={(next) => set({ view: next === 'requests' ? '' : next })}
      />
      {view === 'requests' ? (
        <Requests patient={patient} />
      ) : (
        <Suspense fallback={<Loading rows={10} height={28} />}>
          <Cumulative patientId={patient.id} />
        </Suspense>
      )}
    </div>
  )
}
