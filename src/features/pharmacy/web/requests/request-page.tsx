import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { getPatient } from '#features/patients/contract.ts'
import { PatientFlags } from '#features/patients/web/patient-banner.tsx'
import { usePatient } from '#features/patients/web/use-patient.ts'
import { query, fetchFile, call } from '#web/calls/api.ts'
import { ageOf, dateTime, sex, dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { DocumentHead, DocumentPage, useIdInAddress } from '#web/ui/document.tsx'
import { Loading } from '#web/ui/four-states.tsx'
import {
  getPrescriptionRequest,
  updatePrescriptionRequest,
  writePrescription,
  getPrescriptionRequestFile,
  requestAnswers,
  type RequestStatus,
} from '#features/pharmacy/contract-requests.ts'
import { RequestRemarks } from '../request-remarks-panel.tsx'
import { RequestState, type RequestWithRemarks, type PrescriptionRequest } from '../request-status.tsx'
import { SentFile } from '#web/ui/sent-file.tsx'
import { quantityWords, wordsOf } from '#features/prescriptions/web/drug-name.tsx'
import { Button } from '@mantine/core'
import { askReason } from '#web/messages/dialogs.ts'
import { useAction } from '#web/calls/use-action.ts'
import styles from './requests.module.css'

/** What the pharmacy answers next: to take it, to decline it with an answer, that it is ready; and the way to the counter. */
const RequestActions = ({
  request: { id, status, version, patient_name, prescription, is_handed_out },
}: {
  request: RequestWithRemarks
}) => {
  const { run, isRunning } = useAction()
  const { can } = useRights()
  const may = (to: RequestStatus) => can(updatePrescriptionRequest) && !is_handed_out && requestAnswers[status].includes(to)
  const answer = (next: RequestStatus, message: string, text?: string) =>
    run(
      () =>
        call(updatePrescriptionRequest, { params: { id }, body: { status: next, version, ...(text && { answer: text }) } }, { version }),
      message,
    )
  const decline = async () => {
    const text = await askReason({
      title: t('Decline the prescription of {name}', { name: patient_name }),
      text: t('The patient can see this answer.'),
      label: t('Answer'),
      action: t('Decline'),
    })
    if (text !== null) answer('declined', t('Declined. The patient can see your answer.'), text)
  }
  const isOver = status === 'declined' || status === 'done'
  return (
    <>
      {may('declined') && prescription === null && (
        <Button loading={isRunning} onClick={() => void decline()}>
          {t('Decline')}
        </Button>
      )}
      {may('accepted') && (
        <Button loading={isRunning} onClick={() => answer('accepted', t('Accepted'))}>
          {isOver ? t('Reopen') : t('Accept')}
        </Button>
      )}
      {may('done') && (
        <Button loading={isRunning} onClick={() => answer('done', t('Ready; the patient can see it.'))}>
          {t('Mark as ready')}
        </Button>
      )}
      {prescription !== null && (
        <Button variant="filled" component={Link} to={`/dashboard/pharmacy/prescriptions/${prescription}`}>
          {is_handed_out ? t('Open prescription') : t('Dispense')}
        </Button>
      )}
    </>
  )
}

type Line = RequestWithRemarks['lines'][number]

const Asked = ({ line }: { line: Line }) => {
  const { item_name, unit, quantity, prescription, prescribed_at, prescribed_by_name, dispensed_at } = line
  return (
    <li className="stack break-anywhere gap-1 pad-4-0">
      <b>{item_name}</b>
      <span>{wordsOf(line)}</span>
      <span className="num">{quantityWords(quantity, unit)}</span>
      <span className="small t3 num">
        <Link className="link" to={`/dashboard/pharmacy/prescriptions/${prescription}`}>
          {t('Prescribed on {day}', { day: dayOf(prescribed_at) })}
        </Link>{' '}
        · <bdi>{prescribed_by_name}</bdi>
      </span>
      <span className="small t3 num">
        {dispensed_at === null ? t('Never dispensed') : t('Last dispensed {when}', { when: dateTime(dispensed_at) })}
      </span>
    </li>
  )
}

/** Medicines that a patient asks for again, as they were prescribed last. */
const RequestLines = ({ request: { lines } }: { request: Pick<RequestWithRemarks, 'lines'> }) => (
  <section className="section" aria-label={t('Refill request')}>
    <h2>{t('Refill request')}</h2>
    <ul className="lined">
      {lines.map((line) => (
        <Asked key={line.prescribed_drug} line={line} />
      ))}
    </ul>
  </section>
)

/** The picture or PDF that was sent in, fetched with the person's own right; each look is in the access log. */
const RequestFile = ({ id, file }: { id: number; file: NonNullable<PrescriptionRequest['file']> }) => (
  <SentFile
    queryKey={[getPrescriptionRequestFile.path, id]}
    load={async () => (await fetchFile(getPrescriptionRequestFile, { params: { id } })).blob}
    file={file}
    alt={t('Prescription sent by the patient')}
  />
)

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

const Sent = ({ request: { date_created, created_by_name, note, answer, changed_by_name } }: { request: RequestWithRemarks }) => (
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
        status={<RequestState request={request} />}
        sub={t('Patient requests')}
        back={{ to: INBOX, label: t('Patient requests') }}
        actions={<RequestActions request={request} />}
      />
      <div className="grid items-start gap-6 narrow-one two-columns">
        {request.file ? <RequestFile id={request.id} file={request.file} /> : <RequestLines request={request} />}
        <div className={`stack min-w-0 gap-6 ${styles.side}`}>
          {can(getPatient) && <Patient id={request.patient} number={request.patient_number} />}
          <section className="section" aria-label={t('Questions and answers')}>
            <Sent request={request} />
            <RequestRemarks request={request} side="pharmacy" mayWrite={mayAsk} />
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
    <DocumentPage document={asked} missing={{ title: t('Request not found'), to: INBOX, label: t('Patient requests') }}>
      {(request) => <Opened key={request.id} request={request} />}
    </DocumentPage>
  )
}
