import type { ResponseOf } from '#shared/endpoint.ts'
import { t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/palette.ts'
import { Status } from '#web/ui/status.tsx'
import type { createPrescriptionRequest } from '../contract-requests.ts'

/** As it travels: instants are texts. */
export type PrescriptionRequest = ResponseOf<typeof createPrescriptionRequest>

const tones: Record<PrescriptionRequest['status'], Tone> = {
  pending: 'waiting',
  asked: 'waiting',
  accepted: 'progress',
  declined: 'inactive',
  done: 'done',
}
const word = (status: PrescriptionRequest['status']): string =>
  ({ pending: t('Sent'), asked: t('Asked back'), accepted: t('Accepted'), declined: t('Declined'), done: t('Ready') })[status]

/** Where a prescription that was sent in stands. */
export const RequestState = ({ of }: { of: PrescriptionRequest['status'] }) => <Status tone={tones[of]}>{word(of)}</Status>
