import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const entry = {
  id: 'A-2026-00042@clinic.example',
  start: new Date('2026-10-25T00:30:00Z'),
  minutes: 45,
  isConfirmed: true,
  title: 'Appointment at Lakeside Clinic',
  place: 'Lakeside Clinic, Oginga Odinga Street; Kisumu',
  text: 'Number A-2026-00042\n+254 700 123456',
}
const lines = (file: string) => file.split('\r\n')

test('times are UTC, the end follows from the length', () => {
  expect(lines(calendarFile(entry))).toEqual(expect.arrayContaining(['DTSTART:20261025T003000Z', 'DTEND:20261025T011500Z']))
})

test('a request is tentative until the clinic confirms it', () => {
  expect(lines(calendarFile(entry))).toContain('STATUS:CONFIRMED')
  const request = lines(calendarFile({ ...entry, isConfirmed: false }))
  expect(request).toContain('STATUS:TENTATIVE')
  expect(request).not.toContain('STATUS:CONFIRMED')
})

test('commas, semicolons, backslashes and line ends do not break a line', () => {
  const file = lines(calendarFile({ ...entry, title: String.raw`A\B` }))
  expect(file).toContain(String.raw`LOCATION:Lakeside Clinic\, Oginga Odinga Street\; Kisumu`)
  expect(file).toContain(String.raw`DESCRIPTION:Number A-2026-00042\n+254 700 123456`)
  expect(file).toContain(String.raw`SUMMARY:A\\B`)
})

test('no line is longer than 75 octets, and no letter is cut', () => {
  const title = 'Rendez-vous à la clinique Éléonore '.repeat(8)
  const file = calendarFile({ ...entry, title })
  for (const line of lines(file)) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`)
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
})
