import { figure } from '#platform/pdf/printed-values.ts'
import { numberText } from '#shared/number-text.ts'
import { translator, type PrintLanguage } from '#platform/pdf/translate.ts'

const locales = { en: 'en-GB', sw: 'sw-KE', fr: 'fr' } as const
const dayFormat = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** How a paper writes things: in a language, in the clinic's time and money. */
export const sayer = (language: PrintLanguage, { currency, time_zone }: { currency: string; time_zone: string }) => {
  const t = translator(language)
  const days = new Intl.DateTimeFormat(locales[language], { ...dayFormat, timeZone: 'UTC' })
  const moments = new Intl.DateTimeFormat(locales[language], {
    ...dayFormat,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: time_zone,
  })
  return {
    t,
    /** A word that the program itself keeps, such as a status; nothing for none. */
    word: (text: string | null) => (text === null ? null : t(`${text.slice(0, 1).toUpperCase()}${text.slice(1)}`)),
    day: (value: string | null) => (value === null ? null : days.format(new Date(`${value}T00:00:00Z`))),
    moment: (value: Date | string | null) => (value === null ? null : moments.format(new Date(value))),
    money: (amount: string | null) => (amount === null ? null : `${currency} ${figure(amount, currency, language)}`),
    number: (decimal: string) => numberText(decimal, language),
    yes: (is: boolean | null) => (is === null ? null : is ? t('Yes') : t('No')),
  }
}
export type Say = ReturnType<typeof sayer>
