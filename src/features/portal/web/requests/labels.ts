import type { listPublicLabRequests } from '#features/laboratory/contract-public.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/look/tokens.ts'

export const REQUESTS = '/patient-overview/requests'

export type LabWish = ResponseOf<typeof listPublicLabRequests>[number]

/** Where it stands, as the patient reads it. */
export const wishWord = (status: LabWish['status']): { tone: Tone; word: string } =>
  ({
    pending: { tone: 'waiting' as const, word: t('The laboratory will reply') },
    confirmed: { tone: 'progress' as const, word: t('Confirmed: you can come') },
    collected: { tone: 'progress' as const, word: t('Your sample was taken') },
    done: { tone: 'done' as const, word: t('Done') },
    cancelled: { tone: 'inactive' as const, word: t('Cancelled') },
  })[status]
