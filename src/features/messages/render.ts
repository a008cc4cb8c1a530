import { fillIn, type Channel, type MessageLanguage, type Placeholder, type Words } from './rules.ts'

/** What a message may tell, as its writer knows it. `day` is YYYY-MM-DD and `time` HH:mm, both of the clinic's clock. */
export interface MessageValues {
  first_name: string
  day: string
  time: string
  doctor?: string | null
  number: string
  link?: string | null
  /** `CODE_MARK` where the code is filled in when the message leaves, so that nobody reads it in the outbox. */
  code?: typeof CODE_MARK | null
}

/** Stands in the body of a kept message in place of its code. */
export const CODE_MARK = '{code}'

const locales: Record<MessageLanguage, string> = { en: 'en-GB', sw: 'sw', fr: 'fr' }

const formats = new Map<string, Intl.DateTimeFormat>()
/** Made once: that takes longer than the whole message. */
const formatOf = (language: MessageLanguage, width: 'long' | 'short') => {
  const key = `${language} ${width}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(locales[language], { weekday: width, day: 'numeric', month: width, year: 'numeric', timeZone: 'UTC' })
  formats.set(key, format)
  return format
}
const dayText = (day: string, language: MessageLanguage, channel: Channel) =>
  formatOf(language, channel === 'email' ? 'long' : 'short')
    .format(new Date(`${day}T00:00:00Z`))
    .replaceAll(/[\u00a0\u202f]/g, ' ')

const oneLine = (text: string, max: number) =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed()

// Anybody may book in any name and with any address: a name never carries an advertisement, a link or a number to call.
const personName = (text: string, max: number) => oneLine(text.replaceAll(/[^\p{L}\p{M}\p{Z}\p{Cc}'’-]/gu, ''), max)

const asLink = (link: string) => (/^https?:\/\/[^\s\p{Cc}]{1,300}$/u.test(link) ? link : '')

/** The words with their values, harmless whatever the values hold: one line each, names of letters alone. */
export const render = (
  words: Words,
  channel: Channel,
  language: MessageLanguage,
  clinic: { name: string; phone: string | null },
  values: MessageValues,
): Words => {
  const filled: Record<Placeholder, string> = {
    clinic: oneLine(clinic.name, 120),
    clinic_phone: oneLine(clinic.phone ?? '', 40),
    first_name: personName(values.first_name, 40),
    day: dayText(values.day, language, channel),
    time: oneLine(values.time, 10),
    doctor: oneLine(values.doctor ?? '', 80),
    number: oneLine(values.number, 40),
    link: asLink(values.link ?? ''),
    code: values.code ?? '',
  }
  return {
    subject: channel === 'email' ? oneLine(fillIn(words.subject, filled), 200) : '',
    body: fillIn(words.body, filled),
  }
}

/** Values to show words with, before anything is sent. */
export const sampleValues: MessageValues = {
  first_name: 'Achieng',
  day: '2026-03-02',
  time: '10:30',
  doctor: 'Dr Wanjiru Kamau',
  number: 'A-2026-000123',
  link: 'https://clinic.example/booking/kvqhmdwrtbczpnjf',
  code: CODE_MARK,
}
