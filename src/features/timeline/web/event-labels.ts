import {
  IconAlertTriangle,
  IconBabyCarriage,
  IconCandle,
  IconBandage,
  IconCalendar,
  IconDoorEnter,
  IconFileText,
  IconFlask,
  IconHeartbeat,
  IconMail,
  IconPill,
  IconPillOff,
  IconReceipt,
  IconSend,
  IconStethoscope,
  type Icon,
} from '@tabler/icons-react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { datingName, outcomeName, pregnancySourceName } from '#features/patients/web/pregnancy-name.tsx'
import { documentWord } from '#web/text/document-kinds.ts'
import { date, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Status } from '#web/look/tokens.ts'
import type { EventKind, getTimeline } from '../contract.ts'

export type EventOnScreen = ResponseOf<typeof getTimeline>[number]

export const eventIcons: Readonly<Record<EventKind, Icon>> = {
  visit: IconDoorEnter,
  vitals: IconHeartbeat,
  note: IconStethoscope,
  problem: IconBandage,
  prescription: IconPill,
  medicine: IconPillOff,
  laboratory: IconFlask,
  referral: IconSend,
  letter: IconMail,
  allergy: IconAlertTriangle,
  pregnancy: IconBabyCarriage,
  death: IconCandle,
  appointment: IconCalendar,
  bill: IconReceipt,
  document: IconFileText,
}

/** What a kind is called, of one and in the filter. */
export const eventWord = (kind: EventKind): string =>
  ({
    visit: t('Visit'),
    vitals: t('Vital signs'),
    note: t('Consultation'),
    problem: t('Problem'),
    prescription: t('Prescription'),
    medicine: t('Medicine from elsewhere'),
    laboratory: t('Laboratory'),
    referral: t('Referral'),
    letter: t('Letter'),
    allergy: t('Allergy'),
    pregnancy: t('Pregnancy'),
    death: t('Death'),
    appointment: t('Appointment'),
    bill: t('Bill'),
    document: t('Document'),
  })[kind]

/** What happened of a pregnancy: the server names its source, due date or outcome as the record does. */
const pregnancyTitle = ({ status, title }: Pick<EventOnScreen, 'status' | 'title'>): string => {
  if (status === 'begun') return t('Pregnancy recorded: {source}', { source: pregnancySourceName(title ?? '') })
  if (status === 'dated') return title === null ? t('Pregnancy not dated') : t('Pregnancy dated: due {day}', { day: date(title) })
  if (status === 'outcome') return t('Outcome of pregnancy: {outcome}', { outcome: outcomeName(title ?? '') })
  return t('Reported not pregnant')
}
/** Of a death the server names the day. */
const deathTitle = ({ status, title }: Pick<EventOnScreen, 'status' | 'title'>): string => {
  const day = date(title ?? '')
  return status === 'undone' ? t('Death record of {day} undone', { day }) : t('Died {day}', { day })
}
/** The title of an event; its kind where the record has none. */
export const eventTitle = (event: Pick<EventOnScreen, 'kind' | 'status' | 'title'>): string =>
  event.kind === 'pregnancy' ? pregnancyTitle(event) : event.kind === 'death' ? deathTitle(event) : (event.title ?? eventWord(event.kind))

/** By what a pregnancy was dated, the method first; its days as days are written here. */
const datingDetail = (detail: string) => {
  const [method = '', ...facts] = detail.split(' · ')
  return [datingName(method), ...facts].join(' · ').replaceAll(/\d{4}-\d{2}-\d{2}/g, (day) => date(day))
}

/** What stands under the title: of a document its kind, which the server names as the record does; of a bill its total. */
export const eventDetail = ({ kind, status, detail }: Pick<EventOnScreen, 'kind' | 'status' | 'detail'>): string | null => {
  if (detail === null) return null
  if (kind === 'document') return documentWord(detail)
  if (kind === 'pregnancy' && status === 'dated') return datingDetail(detail)
  return kind === 'bill' ? money(detail, { withCurrency: true }) : detail
}

interface State {
  tone: Status
  text: string
}
/** The states that are worth a word on the line; a visit that is over and a note that is signed say nothing. */
const states: Readonly<Record<string, () => State>> = {
  critical: () => ({ tone: 'critical', text: t('Critical') }),
  draft: () => ({ tone: 'progress', text: t('Draft') }),
  pending: () => ({ tone: 'waiting', text: t('Waiting') }),
  confirmed: () => ({ tone: 'waiting', text: t('Confirmed') }),
  'partially dispensed': () => ({ tone: 'progress', text: t('Partly dispensed') }),
  dispensed: () => ({ tone: 'done', text: t('Dispensed') }),
  external: () => ({ tone: 'inactive', text: t('External') }),
  accepted: () => ({ tone: 'progress', text: t('Accepted') }),
  completed: () => ({ tone: 'done', text: t('Answered') }),
  declined: () => ({ tone: 'attention', text: t('Declined') }),
  cancelled: () => ({ tone: 'inactive', text: t('Cancelled') }),
  active: () => ({ tone: 'attention', text: t('Active') }),
  inactive: () => ({ tone: 'inactive', text: t('Inactive') }),
  resolved: () => ({ tone: 'done', text: t('Resolved') }),
  stopped: () => ({ tone: 'inactive', text: t('Stopped') }),
  'none known': () => ({ tone: 'inactive', text: t('No known allergies') }),
  'none known, ended': () => ({ tone: 'inactive', text: t('No known allergies: ended') }),
  ended: () => ({ tone: 'inactive', text: t('Ended') }),
  unverified: () => ({ tone: 'waiting', text: t('Not reviewed yet') }),
  intolerance: () => ({ tone: 'attention', text: t('Intolerance') }),
  severe: () => ({ tone: 'critical', text: t('Severe') }),
  'life threatening': () => ({ tone: 'critical', text: t('Life threatening') }),
}
/** What an appointment says in words of its own. */
const appointmentStates: Readonly<Record<string, () => State>> = {
  pending: () => ({ tone: 'waiting', text: t('Pending') }),
  arrived: () => ({ tone: 'progress', text: t('Arrived') }),
  completed: () => ({ tone: 'done', text: t('Completed') }),
  'no-show': () => ({ tone: 'attention', text: t('No-show') }),
}
export const eventState = ({ kind, status }: EventOnScreen): State | null => {
  if (kind === 'visit' || status === null) return null
  const own = kind === 'appointment' ? appointmentStates[status] : undefined
  return (own ?? states[status])?.() ?? null
}

/** Where a kind lies on the patient's page; null where a click has nothing more to show. */
export const eventTab = (kind: EventKind): string | null =>
  ({
    visit: null,
    vitals: 'triage',
    note: 'consultations',
    problem: 'consultations',
    prescription: 'prescriptions',
    medicine: 'prescriptions',
    laboratory: 'laboratory',
    referral: null,
    letter: 'letters',
    allergy: 'allergies',
    pregnancy: 'pregnancies',
    death: null,
    appointment: 'appointments',
    bill: 'billing',
    document: 'records',
  })[kind]
