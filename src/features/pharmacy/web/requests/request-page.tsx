import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { getPatient } from '#features/patients/contract.ts'
import { PatientFlags } from '#features/patients/web/patient-banner.tsx'
import { usePatient } from '#features/patients/web/use-patient.ts'
import { query } from '#web/calls/api.ts'
import { ageOf, dateTime, sex } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { DocumentHead, isMissing, NoSuchDocument, useIdInAddress } from '#web/ui/document.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { getPrescriptionRequest, updatePrescriptionRequest, writePrescription } from '#features/pharmacy/contract-requests.ts'
import { RequestRemarks } from '../request-remarks-panel.tsx'
import { RequestState, type RequestWithRemarks } from '../request-status.tsx'
import { RequestActions } from './request-actions.tsx'
import { RequestFile } from './request-file.tsx'
import { RequestLines } from './request-lines.tsx'
import './requests.css'

const Transcription = lazy(async () => ({ default: (await import('./transcription.tsx')).Transcription }))

const INBOX = '/dashboard/pharmacy?tab=requests'

/** Who it is for, and what may hurt them. */
const Patient = ({ id, number }: { id: number; number: string }) => {
  const { data: patient } = usePatient(id)
  const years = patient && ageOf(patient)
  return (
    <section className="section" aria-label={t('Patient')}>
      <span className="num">
        {[patient && sex(patient.gender), years].filter(Boolean).map((fact) => `${fact} · `)}
        <Link className="link" to={`/dashboard/patients/${id}?tab=prescriptions`}>
          {number}
        </Link>
      </span>
      {patient && <PatientFlags {...patient} />}
    </section>
  )
}

const Sent = ({ of: { date_created, created_by_name, note, answer, changed_by_name } }: { of: RequestWithRemarks }) => (
  <dl className="facts num">
    <dt>{t('Sent')}</dt>
    <dd>{[dateTime(date_created), created_by_name].filter(Boolean).join(' · ')}</dd>
    {note !== null && (
      <>
        <dt>{t('Message')}</dt>
        <dd>{note}</dd>
      </>
    )}
    {answer !== null && (
      <>
        <dt>{t('Answer')}</dt>
        <dd>{[answer, changed_by_name].filter(Boolean).join(' · ')}</dd>
      </>
    )}
  </dl>
)

const Opened = ({ request }: { request: RequestWithRemarks }) => {
  const { can } = useRights()
  const { status, prescription } = request
  const isOver = status === 'declined' || status === 'done'
  const mayAsk = can(updatePrescriptionRequest) && !isOver
  return (
    <>
      <DocumentHead
        title={request.patient_name}
        status={<RequestState of={request} />}
        sub={t('Sent in by patients')}
        back={{ to: INBOX, label: t('Sent in by patients') }}
        actions={<RequestActions request={request} />}
      />
      <div className="rq-page">
        {request.file ? <RequestFile id={request.id} file={request.file} /> : <RequestLines of={request} />}
        <div className="rq-side">
          {can(getPatient) && <Patient id={request.patient} number={request.patient_number} />}
          <section className="section" aria-label={t('Questions and answers')}>
            <Sent of={request} />
            <RequestRemarks of={request} side="pharmacy" mayWrite={mayAsk} />
          </section>
          <Suspense fallback={<Loading />}>
            {can(writePrescription) && !isOver && prescription === null && <Transcription request={request} />}
          </Suspense>
        </div>
      </div>
    </>
  )
}

/** A prescription that was sent in: the file, or what is asked for again, beside what is asked about it and what is made of it. */
export const RequestPage = () => {
  const id = useIdInAddress()
  const asked = useQuery(query(getPrescriptionRequest, { params: { id } }))
  return (
    <div className="page-body">
      {isMissing(asked) ? (
        <NoSuchDocument title={t('There is no such request')} to={INBOX} label={t('Sent in by patients')} />
      ) : (
        <FourStates of={asked} loading={<Loading rows={8} height={32} />}>
          {(request) => <Opened key={request.id} request={request} />}
        </FourStates>
      )}
    </div>
  )
}
