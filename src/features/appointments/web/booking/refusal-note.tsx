import { Button } from '@mantine/core'
import type { ApiError } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import type { Slot } from '../appointment-shape.ts'
import { refusalText, whenText } from '../appointment-labels.ts'
import { isSamePlace, type Present } from './slot-days.ts'
import styles from '../appointments.module.css'

const codes = ['slot_taken', 'outside_schedule', 'overbook_full', 'patient_busy', 'room_taken'] as const
type Code = (typeof codes)[number]

interface Offered {
  start: string
  doctor: number | null
  doctor_name: string | null
  room: number | null
}
interface Other {
  id: number
  number: string
  appointment_date_time: string
}
/** Why a place cannot be had, and what can be had instead. */
export interface Refused {
  code: Code
  text: string
  free: readonly Offered[]
  /** The appointment that the patient has at that time. */
  other: Other | null
  /** The session lets the desk squeeze one more in. */
  mayOverbook: boolean
}

/** What a refusal of a booking or a move says; null for every other failure. What is to be moved is not offered where it is. */
export const refusedBy = (error: ApiError, present?: Present): Refused | null => {
  const code = codes.find((one) => one === error.code)
  if (error.status !== 409 || !code) return null
  const { free, other, may_overbook } = error.body as { free?: Offered[]; other?: Other; may_overbook?: boolean }
  return {
    code,
    text: refusalText(error),
    free: (free ?? []).filter((one) => present === undefined || !isSamePlace(one, present)),
    other: other ?? null,
    mayOverbook: may_overbook === true,
  }
}

interface Props {
  refusal: Refused
  /** What was asked for. */
  at: Slot | null
  onTake: (slot: Slot) => void
  /** Books beside the others. */
  onOverbook: () => void
  onOpenOther: (id: number) => void
}

/** Says kindly why it cannot be then, with the next free times as buttons. */
export const RefusalNote = ({ refusal: { text, free, other, mayOverbook }, at, onTake, onOverbook, onOpenOther }: Props) => (
  <Note tone="attention" alert>
    {text}
    {other && (
      <div className="flow gap-2 mt-4">
        <Button size="compact-sm" onClick={() => onOpenOther(other.id)}>
          {t('Open {number}, {when}', { number: other.number, when: whenText(other.appointment_date_time) })}
        </Button>
      </div>
    )}
    {free.length > 0 && (
      <div className="flow gap-2 mt-4" role="group" aria-label={t('Alternatives')}>
        {free.map(({ start, doctor, doctor_name, room }) => (
          <button
            key={`${start} ${doctor}`}
            type="button"
            className={`plain inline-row surface round-m gap-2 pad-0-4 hovers outlined-strong relative justify-centre ${styles.slot} num`}
            onClick={() => onTake({ start, doctor, room, minutes: null })}
          >
            {whenText(start)}
            {doctor_name !== null && doctor !== at?.doctor && <span className="text-xs t3">{doctor_name}</span>}
          </button>
        ))}
      </div>
    )}
    {mayOverbook && (
      <div className="flow gap-2 mt-4">
        <Button size="compact-sm" onClick={onOverbook}>
          {t('Overbook')}
        </Button>
      </div>
    )}
  </Note>
)
