import { clinicNow } from '../state/clinic-clock.ts'

const OCTETS = 73
const MINUTE = 60_000

const utc = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
const escaped = (text: string) => text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r?\n/g, String.raw`\n`)

/** Lines of a calendar file end after 75 octets and go on after a space; no letter is cut in two. */
const folded = (line: string) => {
  const bytes = new TextEncoder()
  let text = ''
  let width = 0
  for (const letter of line) {
    const size = bytes.encode(letter).length
    if (width + size > OCTETS) {
      text += '\r\n '
      width = 1
    }
    text += letter
    width += size
  }
  return text
}

export interface Entry {
  /** Names the appointment in every calendar it is put into. */
  id: string
  start: Date
  minutes: number
  /** False for a request, which a calendar shows as tentative. */
  isConfirmed: boolean
  title: string
  place: string
  text: string
}

/** An appointment as a calendar file (RFC 5545): its times are UTC, so that every calendar shows the right hour; two hours before it reminds. */
export const calendarFile = ({ id, start, minutes, isConfirmed, title, place, text }: Entry, now = new Date(clinicNow())): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kliniki//Booking//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(id)}`,
    `SEQUENCE:${Math.floor(now.getTime() / MINUTE)}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(new Date(start.getTime() + minutes * MINUTE))}`,
    `STATUS:${isConfirmed ? 'CONFIRMED' : 'TENTATIVE'}`,
    `SUMMARY:${escaped(title)}`,
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    ...(text ? [`DESCRIPTION:${escaped(text)}`] : []),
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:-PT2H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
