import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { call } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { useDeed } from '#web/calls/use-deed.ts'
import { requestAnswers, updatePrescriptionRequest, type RequestStatus } from '#features/pharmacy/contract-requests.ts'
import type { RequestWithRemarks } from '../request-status.tsx'

/** What the pharmacy answers next: to take it, to decline it with an answer, that it is ready; and the way to the counter. */
export const RequestActions = ({
  request: { id, status, version, patient_name, prescription, is_handed_out },
}: {
  request: RequestWithRemarks
}) => {
  const { run, isRunning } = useDeed()
  const { can } = useRights()
  const may = (to: RequestStatus) => can(updatePrescriptionRequest) && !is_handed_out && requestAnswers[status].includes(to)
  const answer = (next: RequestStatus, said: string, text?: string) =>
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
          {isOver ? t('Take it up again') : t('Accept')}
        </Button>
      )}
      {may('done') && (
        <Button loading={isRunning} onClick={() => answer('done', t('Ready; the patient sees it.'))}>
          {t('It is ready')}
        </Button>
      )}
      {prescription !== null && (
        <Button variant="filled" component={Link} to={`/dashboard/pharmacy/prescriptions/${prescription}`}>
          {is_handed_out ? t('Open the prescription') : t('Hand out')}
        </Button>
      )}
    </>
  )
}
