import { dayIn } from '#shared/dates.ts'
import { languageNamed, translator, type PrintLanguage } from './translate.ts'

const locales: Record<PrintLanguage, string> = { en: 'en-GB', sw: 'sw', fr: 'fr' }
const asDay = { day: 'numeric', month: 'short', year: 'numeric' } as const
const asMoment = { ...asDay, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** How a paper says things: in the clinic's language, by the clinic's clock. */
export interface PdfLocale {
  t: ReturnType<typeof translator>
  zone: string
  /** 2 Mar 2026, 10:30. Empty for none. */
  moment: (at: Date | string | null) => string
  /** Of a calendar day, YYYY-MM-DD. */
  day: (day: string) => string
  /** The day in the clinic of an instant. */
  dayOf: (at: Date | string) => string
}
export const toPdfLocale = (language: string, zone: string): PdfLocale => {
  const named = languageNamed(language) ?? 'en'
  const momentFormat = new Intl.DateTimeFormat(locales[named], { ...asMoment, timeZone: zone })
  const dayFormat = new Intl.DateTimeFormat(locales[named], { ...asDay, timeZone: 'UTC' })
  const day = (value: string) => dayFormat.format(new Date(`${value}T00:00:00Z`))
  return {
    t: translator(named),
    zone,
    moment: (at) => (at === null ? '' : momentFormat.format(new Date(at))),
    day,
    dayOf: (at) => day(dayIn(zone, new Date(at))),
  }
}
