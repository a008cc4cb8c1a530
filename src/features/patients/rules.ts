const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whole years on `today` (YYYY-MM-DD) of somebody born on `birth`; a birthday on 29 February counts on 1 March of other years. */
export const ageInYears = (birth: string, today: string): number => {
  const [, by, bm, bd] = DAY.exec(birth) ?? []
  const [, ty, tm, td] = DAY.exec(today) ?? []
  const hadBirthday = `${tm}-${td}` >= `${bm}-${bd}`
  return Number(ty) - Number(by) - (hadBirthday ? 0 : 1)
}

/** Ages, in whole years, at which a patient who is not recorded as male is asked for a pregnancy. */
export const PREGNANCY_AGES = { from: 12, to: 55 } as const
/** A pregnancy without an outcome is past due beyond 44w0d, or undated for as long. */
export const PAST_DUE_DAYS = 308

const EARLIEST_BIRTH = '1900-01-01'

/** True for a day on which a living person may have been born: from 1900 to today. A day is lent for clinics ahead of UTC. */
export const isBirthDate = (date: string, now = new Date()) =>
  date >= EARLIEST_BIRTH && date <= new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)

/** How a patient is called on every screen. */
export const fullName = (patient: { first_name: string; second_name: string; other_names?: string | null; is_unidentified?: boolean }) =>
  [patient.first_name, patient.other_names, patient.second_name].filter(Boolean).join(' ')

const AGE_UNITS: Record<string, 'years' | 'months' | 'weeks' | 'days'> = {
  '': 'years',
  y: 'years',
  yr: 'years',
  yrs: 'years',
  year: 'years',
  years: 'years',
  a: 'years',
  an: 'years',
  ans: 'years',
  mwaka: 'years',
  miaka: 'years',
  m: 'months',
  mo: 'months',
  mos: 'months',
  mth: 'months',
  mths: 'months',
  month: 'months',
  months: 'months',
  mois: 'months',
  mwezi: 'months',
  miezi: 'months',
  w: 'weeks',
  wk: 'weeks',
  wks: 'weeks',
  week: 'weeks',
  weeks: 'weeks',
  sem: 'weeks',
  semaine: 'weeks',
  semaines: 'weeks',
  wiki: 'weeks',
  d: 'days',
  day: 'days',
  days: 'days',
  j: 'days',
  jour: 'days',
  jours: 'days',
  siku: 'days',
}
const OLDEST_YEARS = 125
const DAY_MS = 86_400_000

/** The day so many months before another; the last of a shorter month. */
const monthsBefore = (day: string, months: number): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date, last)))
}

/**
 * The estimated date of birth (YYYY-MM-DD) behind an age as people say it: `34`, `8 mo`, `3 w`, `1 y 6 mo`, in English, French or
 * Swahili; or behind a year alone (`1980`: the middle of it). The age counts to `today`. Null for anything else.
 */
export const estimatedBirth = (typed: string, today: string): string | null => {
  const text = typed.trim().toLowerCase()
  if (/^(19|20)\d{2}$/.test(text)) return [`${text}-07-01`, `${text}-01-01`].find((day) => day <= today) ?? null
  if (/\d\s+\d/.test(text)) return null
  // Swahili names the unit before the number: miaka 2 miezi 6.
  const ordered = /^\p{L}/u.test(text) ? text.replaceAll(/(mwaka|miaka|mwezi|miezi|wiki|siku)\s*(\d{1,3})/g, '$2$1') : text
  const bare = ordered.replaceAll(/[\s.]/g, '')
  const parts = [...bare.matchAll(/(\d{1,3})(\p{L}*)/gu)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== bare) return null
  const sum = { years: 0, months: 0, weeks: 0, days: 0 }
  for (const [, count, word = ''] of parts) {
    const unit = Object.hasOwn(AGE_UNITS, word) ? AGE_UNITS[word] : undefined
    if (!unit || (word === '' && parts.length > 1)) return null
    sum[unit] += Number(count)
  }
  if (sum.years > OLDEST_YEARS) return null
  const day = monthsBefore(today, sum.years * 12 + sum.months).getTime() - (sum.weeks * 7 + sum.days) * DAY_MS
  return new Date(day).toISOString().slice(0, 10)
}

/** What the square of an account's code begins with, before its eight characters: no other code that is scanned in a clinic does. */
export const LINK_MARK = 'LINK'
