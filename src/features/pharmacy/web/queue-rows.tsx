import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconBolt,
  IconBoxOff,
  IconCash,
  IconCashRegister,
  IconMapPin,
  type Icon,
} from '@tabler/icons-react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { OrdersPending } from '#features/order-drafts/web/orders-pending-status.tsx'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { ageIn, dateTime, minutes, number, sex } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/look/tokens.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Status } from '#web/ui/status.tsx'
import type { listPharmacyQueue } from '../contract-counter.ts'
import styles from './pharmacy.module.css'

export type QueueRow = ResponseOf<typeof listPharmacyQueue>[number]

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60

/** How long something waits by now: minutes and hours, days from the second on. */
export const waitText = (since: string, now: number): string => {
  const waited = Math.max(0, Math.floor((now - Date.parse(since)) / MINUTE))
  return waited < DAY_MINUTES ? minutes(waited) : t('{{n}} d', { n: Math.floor(waited / DAY_MINUTES) })
}

interface Badge {
  key: string
  tone: Tone
  icon: Icon
  text: string
}

const shortOf = ({ lines }: QueueRow): string => {
  const [first, ...more] = lines.filter(({ is_short }) => is_short)
  if (!first) return ''
  return more.length === 0
    ? t('Short: {{item}}', { item: first.item_name })
    : t('Short: {{item}} and {{n}} more', { item: first.item_name, n: more.length })
}

/** What somebody at the counter should know before they open it, most dangerous first. */
export const badgesOf = (row: QueueRow): Badge[] => {
  const all: (Badge | false)[] = [
    row.priority === 'emergency' && { key: 'emergency', tone: 'critical', icon: IconAlertOctagon, text: t('Emergency') },
    row.lines.some((line) => line.is_against_warning) && {
      key: 'warning',
      tone: 'critical',
      icon: IconAlertTriangle,
      text: t('Against a warning'),
    },
    row.priority === 'urgent' && { key: 'urgent', tone: 'attention', icon: IconBolt, text: t('Urgent') },
    row.is_from_till && { key: 'till', tone: 'inactive', icon: IconCashRegister, text: t('Billed at the till') },
    row.is_unpaid && { key: 'unpaid', tone: 'attention', icon: IconCash, text: t('Unpaid') },
    shortOf(row) !== '' && { key: 'short', tone: 'attention', icon: IconBoxOff, text: shortOf(row) },
  ]
  return all.filter((badge) => badge !== false)
}

const State = ({ of }: { of: QueueRow }) => (
  <span className={`in-row ${styles.queueBadges}`}>
    {of.status === 'partially dispensed' && <Status tone="progress">{t('Partly dispensed')}</Status>}
    {badgesOf(of).map(({ key, tone, icon, text }) => (
      <Status key={key} chip tone={tone} icon={icon}>
        <span className="clip" title={text}>
          {text}
        </span>
      </Status>
    ))}
    <OrdersPending visit={of.visit} />
  </span>
)

const Drugs = ({ of: { lines } }: { of: QueueRow }) => (
  <span className="wrap-text" title={lines.map(({ item_name, left }) => `${item_name} × ${number(left)}`).join('\n')}>
    {lines.map(({ id, item_name, left }, at) => (
      <span key={id}>
        {at > 0 && ', '}
        {item_name} <span className="t3 num">× {number(left)}</span>
      </span>
    ))}
  </span>
)

const Name = ({ of }: { of: QueueRow }) => (
  <bdi className="strong clip" title={of.patient_name}>
    {of.patient_name}
  </bdi>
)
const Here = ({ of }: { of: QueueRow }) =>
  of.is_here && (
    <Status tone="waiting" icon={IconMapPin}>
      {t('Here now')}
    </Status>
  )

/** Whose it is beside the name: number, sex and age, and whether they stand at the counter. */
const Whose = ({ of }: { of: QueueRow }) => (
  <span className="row">
    <span className="t3 num small clip">
      {[of.patient_number, [sex(of.gender), of.age === null ? '' : ageIn('y', of.age)].filter(Boolean).join(' ')].join(' · ')}
    </span>
    <Here of={of} />
  </span>
)

/** The columns at a moment; a phone has all but the prescriber in one. */
export const queueColumns = (now: number, isPhone: boolean, isNarrow: boolean, isGone: (row: QueueRow) => boolean): Column<QueueRow>[] => {
  const waits: Column<QueueRow> = {
    key: 'waits',
    title: t('Waits'),
    width: isPhone ? 84 : 96,
    align: 'end',
    render: (row) =>
      isGone(row) ? (
        <span className="t3">{t('Done')}</span>
      ) : (
        <span title={dateTime(row.waiting_since)}>{waitText(row.waiting_since, now)}</span>
      ),
  }
  if (isPhone)
    return [
      {
        key: 'patient',
        title: t('Patient'),
        render: (row) => (
          <span className={`stack ${styles.queueCell}`}>
            <span className="row">
              <Name of={row} />
              <Here of={row} />
            </span>
            <ListedAllergies patient={row.patient} />
            <Drugs of={row} />
            <State of={row} />
          </span>
        ),
      },
      waits,
    ]
  return [
    {
      key: 'patient',
      title: t('Patient'),
      width: isNarrow ? 208 : 272,
      render: (row) => (
        <span className={`stack ${styles.queueCell}`}>
          <Name of={row} />
          <Whose of={row} />
          <ListedAllergies patient={row.patient} />
        </span>
      ),
    },
    {
      key: 'drugs',
      title: t('To hand out'),
      wraps: true,
      render: (row) => (
        <span className={`stack ${styles.queueCell}`}>
          <Drugs of={row} />
          <State of={row} />
        </span>
      ),
    },
    ...(isNarrow
      ? []
      : [{ key: 'by', title: t('Prescribed by'), width: 160, render: ({ prescribed_by_name }: QueueRow) => prescribed_by_name }]),
    waits,
  ]
}
