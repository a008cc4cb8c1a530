import type { ResponseOf } from '#shared/endpoint.ts'
import { t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/look/tokens.ts'
import { Status } from '#web/ui/status.tsx'
import type { createPrescriptionRequest, getPrescriptionRequest } from '../contract-requests.ts'

/** As it travels: instants are texts. */
export type PrescriptionRequest = ResponseOf<typeof createPrescriptionRequest>
export type RequestWithRemarks = ResponseOf<typeof getPrescriptionRequest>

const tones: Record<PrescriptionRequest['status'], Tone> = {
  pending: 'waiting',
  asked: 'attention',
  accepted: 'progress',
  declined: 'inactive',
  done: 'done',
}
const word = (status: PrescriptionRequest['status']): string =>
  ({ pending: t('Sent'), asked: t('Open question'), accepted: t('Accepted'), declined: t('Declined'), done: t('Ready') })[status]

type AnsweredRequest = Pick<PrescriptionRequest, 'status' | 'is_handed_out'>

/** Where a prescription that was sent in stands. */
export const RequestState = ({ request: { status, is_handed_out } }: { request: AnsweredRequest }) => (
  <Status tone={tones[status]}>{is_handed_out ? t('Dispensed') : word(status)}</Status>
)
