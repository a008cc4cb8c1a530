import { IconCircleCheck, IconCircleDashed, IconCircleX, IconEye, IconFileSearch, IconFileUpload } from '@tabler/icons-react'
import { ApiError, isOffline, messageOf } from '#web/calls/api.ts'
import { limitText } from '#web/calls/limit-text.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { DrugUsage } from '#features/clinical-text/contract.ts'
import type { Destination, EntityState, RecordStatus } from '../contract-fields.ts'

const states: Record<EntityState, () => string> = {
  suggested: () => t('Suggested'),
  confirmed: () => t('Confirmed'),
  rejected: () => t('Rejected'),
}
const stateWord = (state: EntityState): string => states[state]()
const stateSigns = {
  suggested: { tone: 'attention', icon: IconCircleDashed },
  confirmed: { tone: 'done', icon: IconCircleCheck },
  rejected: { tone: 'inactive', icon: IconCircleX },
} as const
/** What a person has said of a finding. */
export const StateMark = ({ state }: { state: EntityState }) => <Status {...stateSigns[state]}>{stateWord(state)}</Status>

const filings: Record<Destination, () => string> = {
  problem: () => t('Add to problems'),
  allergy: () => t('Add to allergies'),
  medicine: () => t('Add to medicines'),
  alert: () => t('Add to alerts'),
  laboratory: () => t('Add to results'),
  vitals: () => t('Add to vitals'),
}
/** What the button says that files a finding. */
export const filingWord = (destination: Destination, usage: DrugUsage | null): string => {
  if (usage === 'stopped') return t('Add as stopped medicine')
  return usage === 'not tolerated' ? t('Add as intolerance') : filings[destination]()
}
const filed: Record<Destination, () => string> = {
  problem: () => t('View problem'),
  allergy: () => t('View allergy'),
  medicine: () => t('View medicine'),
  alert: () => t('View alert'),
  laboratory: () => t('View result'),
  vitals: () => t('View vital signs'),
}
export const filedWord = (destination: Destination): string => filed[destination]()
const places: Record<Destination, string> = {
  problem: 'consultations',
  allergy: 'allergies',
  medicine: 'prescriptions',
  alert: 'allergies',
  laboratory: 'laboratory&view=time',
  vitals: 'triage',
}
/** Where in the patient's page it stands that a finding has become. */
export const filedAt = (patient: number, destination: Destination): string => `/dashboard/patients/${patient}?tab=${places[destination]}`

interface Progress {
  status: RecordStatus
  page_count: number | null
  pages_read: number
}
/** Whether a document is being read, or soon will be. */
export const isBusy = ({ status }: Pick<Progress, 'status'>): boolean => status === 'uploaded' || status === 'processing'

/** How far the reading of a document is. */
export const ReadingMark = ({ progress: { status, page_count, pages_read } }: { progress: Progress }) => {
  if (status === 'uploaded')
    return (
      <Status tone="waiting" icon={IconFileUpload}>
        {t('Waiting to be read')}
      </Status>
    )
  if (status === 'failed') return <Status tone="critical">{t('Could not be read')}</Status>
  if (status === 'ready') return <Status tone="done">{t('Read')}</Status>
  return (
    <Status tone="progress" icon={IconFileSearch}>
      {page_count === null || page_count === 0
        ? t('Being read')
        : t('Being read: page {n} of {all}', { n: number(Math.min(pages_read + 1, page_count)), all: number(page_count) })}
    </Status>
  )
}

/** The patient has sent it and nobody of the clinic has looked at it. */
export const UnverifiedMark = ({ isOwn }: { isOwn?: boolean }) => (
  <Status tone="attention" icon={IconEye} chip>
    {isOwn ? t('not yet reviewed by the clinic') : t('sent by the patient – not reviewed yet')}
  </Status>
)

const saysWhy = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.code !== 'no_answer' &&
  (isOffline(error) || typeof error.body['detail'] === 'string' || Object.keys(error.fields).length > 0)

/** What the server says of a failure; the given sentence when it says nothing. */
const failureText = (error: unknown, otherwise: string): string => (saysWhy(error) ? (limitText(error) ?? messageOf(error)) : otherwise)
/** Why a document could not be sent. */
export const uploadFailure = (error: unknown): string => failureText(error, t('Failed to upload medical record'))
/** Why a document could not be read. */
export const readingFailure = (error: unknown): string => failureText(error, t('Failed to process medical record'))
/** Why the reading of a document failed, as the document itself says. */
export const whyUnread = ({ error }: { error: string | null }): string => (error ? t(error) : t('Failed to process medical record'))
