import { IconCircleX, IconDroplet } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { PublicRequest } from '../lab-types.ts'

type RequestStatus = PublicRequest['status']

const tones = { pending: 'waiting', confirmed: 'progress', collected: 'progress', done: 'done', cancelled: 'inactive' } as const
const icons = { collected: IconDroplet, cancelled: IconCircleX } as const
/** What a state of a request that a patient sent is called. */
export const publicWord = (status: RequestStatus): string =>
  ({ pending: t('New'), confirmed: t('Confirmed'), collected: t('Sample taken'), done: t('Done'), cancelled: t('Cancelled') })[status]

/** Where a request that a patient sent stands. */
export const PublicState = ({ status }: { status: RequestStatus }) => (
  <Status tone={tones[status]} {...(status in icons && { icon: icons[status as keyof typeof icons] })}>
    {publicWord(status)}
  </Status>
)

/** Whose it is: the patient, or who wrote it as they called themselves. */
export const senderOf = ({ patient_name, name }: Pick<PublicRequest, 'patient_name' | 'name'>): string =>
  patient_name ?? name ?? t('No name')
