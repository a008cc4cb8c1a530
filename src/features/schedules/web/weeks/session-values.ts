import { today } from '#web/text/format.ts'
import type { SessionBody } from './use-session-actions.ts'
import type { SessionOnScreen } from '../use-week-plan.ts'

/** What the boxes of a session hold: texts, whatever the contract says of numbers. */
export type SessionValues = {
  doctor: string
  weekday: string
  starts_at: string
  ends_at: string
  slot_minutes: string
  room: string
  item: string
  capacity: string
  overbook: string
  every_weeks: string
  valid_from: string
  valid_to: string
  is_public: boolean
  on_holidays: boolean
}

export const freshSession = (doctor: number | null, slotMinutes: number, at?: { starts_at: string; ends_at: string }): SessionValues => ({
  doctor: doctor === null ? '' : String(doctor),
  weekday: '',
  starts_at: at?.starts_at ?? '08:00',
  ends_at: at?.ends_at ?? '17:00',
  slot_minutes: String(slotMinutes),
  room: '',
  item: '',
  capacity: '1',
  overbook: '0',
  every_weeks: '1',
  valid_from: today(),
  valid_to: '',
  is_public: true,
  on_holidays: false,
})

const text = (value: number | null) => (value === null ? '' : String(value))

export const valuesOf = (session: SessionOnScreen): SessionValues => ({
  doctor: String(session.doctor),
  weekday: String(session.weekday),
  starts_at: session.starts_at,
  ends_at: session.ends_at,
  slot_minutes: String(session.slot_minutes),
  room: text(session.room),
  item: text(session.item),
  capacity: String(session.capacity),
  overbook: String(session.overbook),
  every_weeks: String(session.every_weeks),
  valid_from: session.valid_from,
  valid_to: session.valid_to ?? '',
  is_public: session.is_public,
  on_holidays: session.on_holidays,
})

/** A number as the contract wants it; undefined for an empty box, which the contract then asks for. */
const whole = (value: string) => (value.trim() === '' ? undefined : Number(value)) as number
const ref = (value: string) => (value === '' ? null : Number(value))

export const changeOf = (values: SessionValues): Omit<SessionBody, 'doctor'> => ({
  weekday: whole(values.weekday),
  starts_at: values.starts_at,
  ends_at: values.ends_at,
  slot_minutes: whole(values.slot_minutes),
  room: ref(values.room),
  item: ref(values.item),
  capacity: whole(values.capacity),
  overbook: whole(values.overbook),
  every_weeks: whole(values.every_weeks),
  valid_from: values.valid_from,
  valid_to: values.valid_to || null,
  is_public: values.is_public,
  on_holidays: values.on_holidays,
})

export const sessionBody = (values: SessionValues): SessionBody => ({ ...changeOf(values), doctor: whole(values.doctor) })
