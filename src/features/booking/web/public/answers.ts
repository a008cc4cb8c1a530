import { parseDay } from '#web/text/day-text.ts'
import { t } from '#web/i18n.ts'
import type { Draft, Typed } from './draft.ts'

/** What a screen asks for; each is answered before the next one opens. */
export const screens = ['service', 'doctor', 'time', 'name', 'birth', 'contact', 'reason', 'check'] as const
export type ScreenName = (typeof screens)[number]

/** The four stages that a person counts. */
export const stageOf: Record<ScreenName, 1 | 2 | 3 | 4> = {
  service: 1,
  doctor: 1,
  time: 2,
  name: 3,
  birth: 3,
  contact: 3,
  reason: 3,
  check: 4,
}
export const STAGES = 4

export type Errors = Partial<Record<Typed | 'consented', string>>

const OLDEST_YEARS = 130
const invisible = /[\p{Cf}\p{Cc}\p{Z}]/gu
const isBlank = (text: string) => text.replace(invisible, '') === ''

/** The number as the clinic keeps it: digits, perhaps after a plus. */
export const phoneOf = (typed: string) => typed.replaceAll(/[\s().-]/g, '')
const isPhone = (typed: string) => /^\+?[0-9]{6,15}$/.test(phoneOf(typed))
const isEmail = (typed: string) => /^[^\s@,;<>()"]+@[^\s@,;<>()"]+\.[^\s@,;<>()".]{2,}$/.test(typed.trim()) && typed.trim().length <= 254

const wrongBirth = (born: string, today: string): string | null => {
  if (isBlank(born)) return t('Enter your date of birth.')
  const day = parseDay(born, Number(today.slice(0, 4)))
  if (day === null) return t('This is not a date. Enter your date of birth as day, month and year, such as 3/2/1980.')
  if (day > today) return t('Your date of birth is in the future.')
  return Number(today.slice(0, 4)) - Number(day.slice(0, 4)) > OLDEST_YEARS ? t('Check the year of your date of birth.') : null
}

const wrongContact = ({ phone, email }: Draft): Errors => {
  if (isBlank(phone) && isBlank(email)) return { phone: t('Enter your phone number, or your e-mail address below.') }
  return {
    ...(!isBlank(phone) && !isPhone(phone) && { phone: t('Enter your phone number with 6 to 15 digits, such as +254712345678.') }),
    ...(!isBlank(email) && !isEmail(email) && { email: t('Enter your e-mail address in full, such as name@example.com.') }),
  }
}

/** What is wrong on a screen, by box, in the order of the boxes. `today` is the clinic's. */
export const wrongOn = (screen: ScreenName, draft: Draft, today: string): Errors => {
  if (screen === 'name')
    return {
      ...(isBlank(draft.first_name) && { first_name: t('Enter your first name.') }),
      ...(isBlank(draft.second_name) && { second_name: t('Enter your last name.') }),
    }
  if (screen === 'birth') {
    const born = wrongBirth(draft.born, today)
    return { ...(born && { born }), ...(draft.gender === '' && { gender: t('Choose your gender.') }) }
  }
  if (screen === 'contact') return wrongContact(draft)
  if (screen === 'reason') return isBlank(draft.reason) ? { reason: t('Tell us briefly why you want to come.') } : {}
  if (screen === 'check')
    return draft.consented ? {} : { consented: t('Tick the box to agree. Without it, the clinic may not keep your booking.') }
  return {}
}

const isChosen = (screen: ScreenName, draft: Draft) =>
  screen === 'service' ? draft.item !== null : screen === 'doctor' ? draft.doctor !== null : screen !== 'time' || draft.start !== null

/** The first screen that is not answered yet; the last one when all are. */
export const firstOpen = (draft: Draft, today: string): ScreenName =>
  screens.find((one) => !isChosen(one, draft) || Object.keys(wrongOn(one, draft, today)).length > 0) ?? 'check'
