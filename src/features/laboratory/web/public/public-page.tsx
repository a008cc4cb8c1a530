import { phone } from '#web/text/phone.ts'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { PatientPicker } from '#features/patients/web/patient-picker.tsx'
import { fetchFile, query, call } from '#web/calls/api.ts'
import { date, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { DocumentHead, DocumentPage, useIdInAddress } from '#web/ui/document.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { SentFile } from '#web/ui/sent-file.tsx'
import { Note } from '#web/ui/status.tsx'
import { getPublicLabFile, getPublicLabRequest, requestPublicLab, updatePublicLabRequest } from '#features/laboratory/contract-public.ts'
import type { PublicRequest } from '../lab-types.ts'
import { PublicState, senderOf } from './public-status.tsx'
import { askReason } from '#web/messages/dialogs.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { useAction } from '#web/calls/use-action.ts'
import type { RequestOf } from '#shared/endpoint.ts'
import { withSexReason } from '../ask-other-sex.ts'
import publicStyles from './public.module.css'

type Change = Omit<RequestOf<typeof updatePublicLabRequest>['body'], 'version'>

/** What the laboratory does with what a patient asked for: whose it is, yes or no with an answer, and the request that is made of it. */
const useAnswers = ({ id, version, status, patient, visit, request }: PublicRequest) => {
  const { can } = useRights()
  const { run, isRunning } = useAction()
  const send = (change: Change, message: string) =>
    run(() => call(updatePublicLabRequest, { params: { id }, body: { ...change, version } }, { version }), message)
  const mayAnswer = can(updatePublicLabRequest)
  const isOver = status === 'done' || status === 'cancelled'
  return {
    isRunning,
    isOver,
    mayAnswer: mayAnswer && !isOver,
    mayConfirm: mayAnswer && status === 'pending',
    mayMake: mayAnswer && !isOver && can(requestPublicLab) && request === null && patient !== null && visit !== null,
    mayCollect: mayAnswer && status === 'confirmed',
    mayFinish: mayAnswer && status === 'collected',
    match: (to: number | null) => send({ patient: to }, to === null ? t('Match removed.') : t('Patient matched.')),
    confirm: (answer: string) =>
      send({ status: 'confirmed', ...(answer.trim() !== '' && { answer: answer.trim() }) }, t('Confirmed; the patient reads the answer.')),
    collected: () => send({ status: 'collected' }, t('Sample taken')),
    finish: () => send({ status: 'done' }, t('Done')),
    cancel: async () => {
      const answer = await askReason({
        title: t('Decline request'),
        text: t('The patient can see this answer.'),
        label: t('Answer'),
        action: t('Decline'),
      })
      if (answer !== null) send({ status: 'cancelled', answer }, t('Declined. The patient can see your answer.'))
    },
    makeRequest: () =>
      run(async () => {
        if (await withSexReason((reason) => call(requestPublicLab, { params: { id }, body: { version, ...reason } })))
          toast.done(t('Tests requested in the visit.'))
      }),
  }
}

const LIST = '/dashboard/laboratory/public-requests'

const Facts = ({ request }: { request: PublicRequest }) => {
  const facts: [string, string | null][] = [
    [t('Requested'), request.test_profile_name],
    [t('Preferred time'), dateTime(request.appointment_date)],
    [t('Sent'), dateTime(request.date_created)],
    [t('Name'), request.name],
    [t('Phone'), phone(request.phone)],
    [t('E-mail'), request.email],
    [t('Born'), request.birth_date && date(request.birth_date)],
    [t('Message'), request.note || null],
    [t('Answer'), request.answer && [request.answer, request.changed_by_name].filter(Boolean).join(' · ')],
  ]
  return (
    <section className="section" aria-label={t('Request')}>
      <dl className="facts num">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

/** Whose it is: found among the patients, or let go while nothing was made of it. */
const Owner = ({ request }: { request: PublicRequest }) => {
  const { mayAnswer, isRunning, match } = useAnswers(request)
  const { patient, patient_name, patient_number } = request
  return (
    <section className="section" aria-label={t('Patient')}>
      <h2>{t('Patient')}</h2>
      {patient !== null ? (
        <div className="row wrap">
          <span className="grow">
            <Link className="link strong" to={`/dashboard/patients/${patient}`}>
              <bdi>{patient_name}</bdi>
            </Link>{' '}
            <span className="t3 num">{patient_number}</span>
          </span>
          {mayAnswer && request.request === null && request.name !== null && (
            <Button loading={isRunning} onClick={() => match(null)}>
              {t('Remove match')}
            </Button>
          )}
        </div>
      ) : mayAnswer ? (
        <>
          <PatientPicker
            label={t('Match to patient')}
            description={t('Compare name, telephone and date of birth: only the matched patient sees the answer.')}
            value={null}
            onChange={(id) => id !== null && match(id)}
          />
          <Link className="link small" to="/dashboard/patients/new">
            {t('Register patient')}
          </Link>
        </>
      ) : (
        <p className="t3">{t('Not matched to a patient.')}</p>
      )}
    </section>
  )
}

const Answer = ({ request }: { request: PublicRequest }) => {
  const { mayConfirm, isRunning, confirm } = useAnswers(request)
  const [text, setText] = useState('')
  if (!mayConfirm) return null
  return (
    <form
      className={`section stack gap-5 ${publicStyles.publicAnswer}`}
      aria-label={t('Answer')}
      onSubmit={(event) => {
        event.preventDefault()
        confirm(text)
      }}
    >
      <TextInput
        label={t('Answer to the patient')}
        placeholder={t('Come fasting, at eight in the morning.')}
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled" loading={isRunning}>
        {t('Confirm')}
      </Button>
    </form>
  )
}

/** What is to be done before tests can be asked for in a visit, and the way to what was made. */
const NextStep = ({ request }: { request: PublicRequest }) => {
  const { isOver } = useAnswers(request)
  if (request.request !== null)
    return (
      <Note tone="done">
        {t('The tests are already requested in a visit.')}{' '}
        <Link className="link" to={`/dashboard/laboratory/requests/${request.request}`}>
          {t('Open request')}
        </Link>
      </Note>
    )
  if (isOver || request.patient === null || request.visit !== null) return null
  return (
    <Note tone="attention">
      {t('The patient has no open visit. Start one on arrival; the tests can then be requested.')}{' '}
      <Link className="link" to={`/dashboard/patients/${request.patient}`}>
        {t('Open patient')}
      </Link>
    </Note>
  )
}

const Actions = ({ request }: { request: PublicRequest }) => {
  const { mayAnswer, mayMake, mayCollect, mayFinish, isRunning, cancel, makeRequest, collected, finish } = useAnswers(request)
  return (
    <>
      {mayAnswer && (
        <Button loading={isRunning} onClick={() => void cancel()}>
          {t('Decline')}
        </Button>
      )}
      {mayCollect && (
        <Button loading={isRunning} onClick={collected}>
          {t('Mark as collected')}
        </Button>
      )}
      {mayFinish && (
        <Button loading={isRunning} onClick={finish}>
          {t('Mark as done')}
        </Button>
      )}
      {mayMake && (
        <Button variant="filled" loading={isRunning} onClick={makeRequest}>
          {t('Request tests')}
        </Button>
      )}
    </>
  )
}

const Opened = ({ request }: { request: PublicRequest }) => (
  <>
    <DocumentHead
      title={senderOf(request)}
      status={<PublicState status={request.status} />}
      sub={request.test_profile_name}
      back={{ to: LIST, label: t('Patient requests') }}
      actions={<Actions request={request} />}
    />
    <div className="grid items-start gap-6 narrow-one two-columns">
      {request.file ? (
        <SentFile
          queryKey={[getPublicLabFile.path, request.id]}
          load={async () => (await fetchFile(getPublicLabFile, { params: { id: request.id } })).blob}
          file={request.file}
          alt={t('Attached document')}
        />
      ) : (
        <section className="section">
          <Empty title={t('No document attached')} />
        </section>
      )}
      <div className="form-stack">
        <NextStep request={request} />
        <Owner request={request} />
        <Facts request={request} />
        <Answer request={request} />
      </div>
    </div>
  </>
)

/** What a patient asked for: the paper beside whose it is, the answer, and what is made of it. */
export const PublicPage = () => {
  const id = useIdInAddress()
  const asked = useQuery(query(getPublicLabRequest, { params: { id } }))
  return (
    <DocumentPage document={asked} missing={{ title: t('Request not found'), to: LIST, label: t('Patient requests') }}>
      {(request) => <Opened key={request.id} request={request} />}
    </DocumentPage>
  )
}
