import { calendarFile } from './calendar-file.ts'
import { t } from '../i18n.ts'

const FREED_AFTER_MS = 60_000

interface Booked {
  number: string
  clinic: { name: string; address: string | null; phone: string | null }
  minutes: number
  /** ISO, an instant. */
  appointment_date_time: string
  status: string
}

/** Hands the appointment to the telephone's calendar. Calendars are shared with others: what it is about stays out of it. */
export const addToCalendar = ({ number, clinic, minutes, appointment_date_time, status }: Booked) => {
  const isConfirmed = status !== 'pending'
  const file = calendarFile({
    id: `${number}@${location.hostname}`,
    start: new Date(appointment_date_time),
    minutes,
    isConfirmed,
    title: isConfirmed
      ? t('Appointment at {clinic}', { clinic: clinic.name })
      : t('Appointment at {clinic} (not confirmed)', { clinic: clinic.name }),
    place: [clinic.name, clinic.address].filter(Boolean).join(', '),
    text: [t('Number {number}', { number }), clinic.phone].filter(Boolean).join('\n'),
  })
  const url = URL.createObjectURL(new Blob([file], { type: 'text/calendar;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: url, download: `${number}.ics` }).click()
  setTimeout(() => URL.revokeObjectURL(url), FREED_AFTER_MS)
}
