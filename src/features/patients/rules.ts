const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whole years on `today` (YYYY-MM-DD) of somebody born on `birth`; a birthday on 29 February counts on 1 March of other years. */
export const ageInYears = (birth: string, today: string): number => {
  const [, by, bm, bd] = DAY.exec(birth) ?? []
  const [, ty, tm, td] = DAY.exec(today) ?? []
  const hadBirthday = `${tm}-${td}` >= `${bm}-${bd}`
  return Number(ty) - Number(by) - (hadBirthday ? 0 : 1)
}

const EARLIEST_BIRTH = '1900-01-01'

/** True for a day on which a living person may have been born: from 1900 to today. A day is lent for clinics ahead of UTC. */
export const isBirthDate = (date: string, now = new Date()) =>
  date >= EARLIEST_BIRTH && date <= new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)

/** How a patient is called on every screen. */
export const fullName = (patient: { first_name: string; second_name: string; other_names?: string | null; is_unidentified?: boolean }) =>
  [patient.first_name, patient.other_names, patient.second_name].filter(Boolean).join(' ')
