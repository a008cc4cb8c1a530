import { Button, Drawer } from '@mantine/core'
import { Link } from 'react-router'
import { call } from '#web/api.ts'
import { askReason } from '#web/dialogs.ts'
import { dateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/rights.ts'
import { useDeed } from '#web/use-deed.ts'
import { updatePrescriptionRequest } from '#features/pharmacy/contract-requests.ts'
import { RequestState, type PrescriptionRequest } from '../request-status.tsx'
import { RequestFile } from './request-file.tsx'

type Next = 'accepted' | 'declined' | 'done'

const Actions = ({ request: { id, status, version, patient_name } }: { request: PrescriptionRequest }) => {
  const { run, isRunning } = useDeed()
  const answer = (next: Next, said: string, text?: string) =>
    run(
      () =>
        call(updatePrescriptionRequest, { params: { id }, body: { status: next, version, ...(text && { answer: text }) } }, { version }),
      said,
    )
  const decline = async () => {
    const text = await askReason({
      title: t('Decline the prescription of {{name}}', { name: patient_name }),
      text: t('The patient reads the answer.'),
      label: t('Answer'),
      action: t('Decline'),
    })
    if (text !== null) answer('declined', t('Declined; the patient reads the answer.'), text)
  }
  return (
    <div className="form-foot">
      <span className="grow" />
      {(status === 'pending' || status === 'accepted') && (
        <Button loading={isRunning} onClick={() => void decline()}>
          {t('Decline')}
        </Button>
      )}
      {status === 'pending' && (
        <Button variant="filled" data-autofocus loading={isRunning} onClick={() => answer('accepted', t('Accepted'))}>
          {t('Accept')}
        </Button>
      )}
      {status === 'accepted' && (
        <Button variant="filled" loading={isRunning} onClick={() => answer('done', t('Ready; the patient sees it.'))}>
          {t('It is ready')}
        </Button>
      )}
    </div>
  )
}

/** One prescription that was sent in: the file, the message, and what the pharmacy makes of it. */
export const RequestDrawer = ({ request, onClose }: { request: PrescriptionRequest; onClose: () => void }) => {
  const { can } = useRights()
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={640}
      title={request.patient_name}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <div className="form-stack">
        <dl className="facts num">
          <dt>{t('Status')}</dt>
          <dd>
            <RequestState of={request.status} />
          </dd>
          <dt>{t('Sent')}</dt>
          <dd>{[dateTime(request.date_created), request.created_by_name].join(' · ')}</dd>
          <dt>{t('Patient')}</dt>
          <dd>
            <Link className="rx-link" to={`/dashboard/patients/${request.patient}?tab=prescriptions`}>
              {request.patient_number}
            </Link>
          </dd>
          {request.note !== null && (
            <>
              <dt>{t('Message')}</dt>
              <dd>{request.note}</dd>
            </>
          )}
          {request.answer !== null && (
            <>
              <dt>{t('Answer')}</dt>
              <dd>{[request.answer, request.changed_by_name].filter(Boolean).join(' · ')}</dd>
            </>
          )}
        </dl>
        <RequestFile of={request} />
        {can(updatePrescriptionRequest) && <Actions request={request} />}
      </div>
    </Drawer>
  )
}
