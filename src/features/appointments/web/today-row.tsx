import { VisuallyHidden } from '@mantine/core'
import { IconHourglassHigh } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { minutes, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { isOpen } from '../rules.ts'
import { AppointmentStatus } from './appointment-status.tsx'
import { lateBy, type Entry } from './today-rules.ts'

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** Arrows walk from row to row. */
const walk = (event: KeyboardEvent<HTMLButtonElement>) => {
  const step = STEPS[event.key]
  if (step === undefined) return
  const all = [...(event.currentTarget.closest('[data-today]')?.querySelectorAll<HTMLButtonElement>('button[data-entry]') ?? [])]
  const next = all[all.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface Props {
  entry: Entry
  doctor: string
  now: number
  isTabStop: boolean
  onOpen: () => void
  onFocus: () => void
  /** Absent when this person may not, or there is nobody to check in. */
  onCheckIn?: (() => void) | undefined
}

/** One appointment of today: when, who, with whom, how late, and the one press that checks the patient in. */
export const TodayRow = ({ entry, doctor, now, isTabStop, onOpen, onFocus, onCheckIn }: Props) => {
  const late = lateBy(entry, now)
  return (
    <li className="today-row">
      <button
        type="button"
        className="plain today-main"
        data-entry={entry.id}
        tabIndex={isTabStop ? 0 : -1}
        title={[entry.name, doctor, entry.item_name].filter(Boolean).join(' · ')}
        onClick={onOpen}
        onFocus={onFocus}
        onKeyDown={walk}
      >
        <b className="num">{time(entry.start)}</b>
        <span className="today-who">
          <bdi className="wrap-text strong">{entry.name}</bdi>
          <span className="clip small t3">{doctor}</span>
          <ListedAllergies patient={entry.patient} />
        </span>
        {late > 0 ? (
          <Status tone="attention" icon={IconHourglassHigh}>
            {minutes(late)}
            <VisuallyHidden> {t('late')}</VisuallyHidden>
          </Status>
        ) : (
          !isOpen(entry.status) && <AppointmentStatus of={entry.status} />
        )}
      </button>
      {onCheckIn && (
        <button type="button" className="plain today-in" tabIndex={-1} onClick={onCheckIn}>
          {t('Check in')}
        </button>
      )}
    </li>
  )
}
