import { describe, expect, test } from 'vitest'
import { channels, fillIn, messageKinds, messageLanguages, placeholderProblem, smsSize } from './rules.ts'
import { addressOf, maskAddress, numberForGateway } from './server/addresses.ts'
import { defaultTexts } from './server/default-texts.ts'
import { afterQuiet, sendTime } from './server/quiet-hours.ts'
import { CODE_MARK, render, sampleValues } from './render.ts'

describe('words', () => {
  test('take placeholders of the closed list, and nothing medical', () => {
    expect(placeholderProblem('Dear {first_name}, {day} {time} {doctor} {number} {link} {clinic} {clinic_phone}')).toBeNull()
    expect(placeholderProblem('For {service}')).toBe('{service} may not be used: a message says nothing medical.')
    expect(placeholderProblem('For {Reason}')).toMatch(/nothing medical/)
    expect(placeholderProblem('Dear {name}')).toBe('Unknown placeholder {name}.')
    for (const words of ['{', 'a } b', '{{day}}', '{day', '{day\n}', '{constructor}', '{__proto__}'])
      expect(placeholderProblem(words), words).not.toBeNull()
  })

  test('a line whose values are missing is left out; a value is never read as words', () => {
    expect(fillIn('On {day}\nWith: {doctor}\n\n{link}', { day: 'Monday' })).toBe('On Monday')
    expect(fillIn('Dear {first_name}, {day}', { first_name: '{day}$&', day: 'Monday' })).toBe('Dear {day}$&, Monday')
  })

  test('the default ones are whole in every language, and an SMS of them is short', () => {
    for (const language of messageLanguages)
      for (const kind of messageKinds)
        for (const channel of channels) {
          const words = defaultTexts[language][kind][channel]
          expect([placeholderProblem(words.subject), placeholderProblem(words.body)]).toEqual([null, null])
          const { body, subject } = render(words, channel, language, { name: 'Tumaini Clinic', phone: '+254700000001' }, sampleValues)
          expect(body).toContain('Tumaini Clinic')
          // The code of an account is filled in when the message leaves.
          expect((body + subject).replaceAll(CODE_MARK, '123456')).not.toMatch(/[{}]/)
          if (channel === 'sms') expect(smsSize(body), body).toMatchObject({ encoding: 'GSM-7', segments: 1 })
          else expect(subject).not.toBe('')
        }
  })

  test('names from a public form carry no link, no number and no line of their own', () => {
    const words = { subject: 'For {first_name}', body: 'Dear {first_name},\n{link}' }
    const evil = 'Win now http://evil.example/?a=1\r\nBcc: x@y.example +254700000000 <b>‮x</b>'
    const { subject, body } = render(
      words,
      'email',
      'en',
      { name: 'C', phone: null },
      { ...sampleValues, first_name: evil, link: 'javascript:x' },
    )
    expect(subject).not.toMatch(/[^\p{L}\p{M} '’-]/u)
    expect(body.split('\n')).toHaveLength(1)
    expect(body.slice(5, -1)).not.toMatch(/[\d.:/@<>]/)
    const named = (first_name: string) => render(words, 'email', 'en', { name: 'C', phone: null }, { ...sampleValues, first_name }).subject
    expect(['Ng’ang’a', "O'Neil", 'Anne-Marie', 'Éléonore', 'شكرا', '美咲'].map(named)).toEqual([
      'For Ng’ang’a',
      "For O'Neil",
      'For Anne-Marie',
      'For Éléonore',
      'For شكرا',
      'For 美咲',
    ])
  })

  test('days are told in the language of the reader', () => {
    const words = { subject: '{day}', body: 'x' }
    const days = messageLanguages.map((language) => render(words, 'email', language, { name: '', phone: null }, sampleValues).subject)
    expect(days).toEqual(['Monday, 2 March 2026', 'Jumatatu, 2 Machi 2026', 'lundi 2 mars 2026'])
  })
})

test('an SMS is counted as the network does', () => {
  expect(smsSize('')).toEqual({ encoding: 'GSM-7', length: 0, segments: 0 })
  expect(smsSize('a'.repeat(160))).toEqual({ encoding: 'GSM-7', length: 160, segments: 1 })
  expect(smsSize('a'.repeat(161))).toEqual({ encoding: 'GSM-7', length: 161, segments: 2 })
  expect(smsSize('€'.repeat(80))).toMatchObject({ length: 160, segments: 1 })
  // 152 places and one that takes two: it moves to the next part.
  expect(smsSize(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toMatchObject({ length: 305, segments: 2 })
  expect(smsSize(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toMatchObject({ length: 306, segments: 3 })
  expect(smsSize('ê'.repeat(70))).toEqual({ encoding: 'UCS-2', length: 70, segments: 1 })
  expect(smsSize('ê'.repeat(71))).toMatchObject({ encoding: 'UCS-2', segments: 2 })
  expect(smsSize('😀'.repeat(35))).toMatchObject({ encoding: 'UCS-2', length: 70, segments: 1 })
})

const quiet = (from: string, to: string, zone: string) => (at: string) =>
  afterQuiet(new Date(at), { from, to, zone }).toISOString().slice(0, 16)

describe('quiet hours', () => {
  test('across midnight, in the clinic’s own zone', () => {
    const nairobi = quiet('20:00', '07:00', 'Africa/Nairobi')
    expect(['2026-03-02T16:59Z', '2026-03-02T17:00Z', '2026-03-02T22:30Z', '2026-03-03T03:59Z', '2026-03-03T04:00Z'].map(nairobi)).toEqual([
      '2026-03-02T16:59',
      '2026-03-03T04:00',
      '2026-03-03T04:00',
      '2026-03-03T04:00',
      '2026-03-03T04:00',
    ])
  })

  test('within one day, and never', () => {
    expect(quiet('12:00', '14:00', 'UTC')('2026-03-02T13:00Z')).toBe('2026-03-02T14:00')
    expect(quiet('12:00', '14:00', 'UTC')('2026-03-02T14:00Z')).toBe('2026-03-02T14:00')
    expect(quiet('20:00', '20:00', 'UTC')('2026-03-02T20:00Z')).toBe('2026-03-02T20:00')
  })

  test('across a change of the clocks', () => {
    // Forward at 2:00 on 29 March, back at 3:00 on 25 October.
    expect(quiet('22:00', '07:00', 'Europe/Paris')('2026-03-28T23:00Z')).toBe('2026-03-29T05:00')
    expect(quiet('22:00', '07:00', 'Europe/Paris')('2026-10-24T23:00Z')).toBe('2026-10-25T06:00')
    // Ends at a time that the clocks skip.
    expect(quiet('22:00', '02:30', 'Europe/Paris')('2026-03-29T00:30Z')).toBe('2026-03-29T01:00')
    // Ends in the hour that comes twice: after its first time it is over.
    expect(quiet('22:00', '02:30', 'Europe/Paris')('2026-10-25T00:10Z')).toBe('2026-10-25T00:30')
    expect(quiet('22:00', '02:30', 'Europe/Paris')('2026-10-25T01:10Z')).toBe('2026-10-25T01:10')
  })

  test('do not hold back what was begun within them, but what comes into them late', () => {
    const hours = { from: '20:00', to: '07:00', zone: 'UTC' }
    const at = (turn: string, created: string) => sendTime(new Date(turn), new Date(created), hours).toISOString().slice(0, 16)
    expect(at('2026-03-02T22:05Z', '2026-03-02T22:00Z')).toBe('2026-03-02T22:05')
    expect(at('2026-03-03T22:05Z', '2026-03-02T22:00Z')).toBe('2026-03-04T07:00')
    expect(at('2026-03-02T22:05Z', '2026-03-02T19:00Z')).toBe('2026-03-03T07:00')
  })
})

const sms = (typed: string, country = '254') => addressOf('sms', typed, country)

test('numbers get the country code, and the form that the gateway wants', () => {
  expect(['0712 345 678', '+254712345678', '00254712345678', '254712345678'].map((typed) => sms(typed))).toEqual(
    Array.from({ length: 4 }, () => '+254712345678'),
  )
  expect([sms('0712345678', ''), sms('+33612345678')]).toEqual(['0712345678', '+33612345678'])
  expect(['+254', '254', ''].map((country) => numberForGateway('+254712345678', country))).toEqual([
    '+254712345678',
    '254712345678',
    '+254712345678',
  ])
  expect(addressOf('email', ' Achieng@Mail.Example ', '')).toBe('achieng@mail.example')
})

test('a masked address is known by its owner alone', () => {
  expect(maskAddress('email', 'achieng.ouma@mail.example')).toBe('a•••@m•••.example')
  expect(maskAddress('sms', '+254712345678')).toBe('••••••••••678')
})
