/** Why a medicine is not asked for again, by its code, in words for the patient. */
export const refillRefusals = {
  not_a_medicine: 'Only medicines can be requested again here.',
  newer: 'There is a newer prescription for this medicine. Request that one.',
  stopped: 'This medicine was stopped. Do not take it any more; ask the doctor if you are not sure.',
  unavailable: 'The clinic no longer keeps this medicine. Ask the pharmacy what you can have instead.',
  external: 'The clinic does not supply this medicine. Book a visit if you need a new prescription for it.',
  controlled: 'The doctor must prescribe this medicine each time. Book a visit for it.',
  to_fetch: 'Some of it is still waiting for you at the pharmacy. You do not need to ask.',
  too_old: 'This prescription is too old. Book a visit, so that the doctor sees you first.',
  asked: 'You have already requested this medicine. The pharmacy answers here.',
} as const
export type RefillRefusal = keyof typeof refillRefusals

/** A prescribed line as far as it decides whether it may be asked for again. Days as YYYY-MM-DD in the clinic's time zone. */
export interface RefillFacts {
  is_medicine: boolean
  /** The same was prescribed again since, whatever became of that. */
  has_newer: boolean
  /** Cancelled, or refused at the counter. */
  is_stopped: boolean
  /** The clinic still sells it. */
  is_active: boolean
  /** The clinic never sold it: it is obtained elsewhere. */
  is_external: boolean
  is_controlled: boolean
  is_dispensed: boolean
  /** From which day on it is filled. */
  valid_from: string
  /** The last day of the course; that of the prescription where it has no end. */
  last_day: string
  is_asked: boolean
}
export interface RefillRules {
  today: string
  /** For so many days a line is filled. */
  valid_days: number
  /** For so many months after its last day it may be asked for again. */
  refill_months: number
}

const DAY_MS = 86_400_000

/** The same day so many months later; the last of a shorter month. */
export const monthsLater = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/**
 * Why a patient may not ask for a medicine again, or null where they may. A request is no prescription: the pharmacist answers it, and
 * asks the doctor where it is due. What was stopped comes before all that could be cured by asking another way.
 */
export const refillRefusal = (line: RefillFacts, { today, valid_days, refill_months }: RefillRules): RefillRefusal | null => {
  if (!line.is_medicine) return 'not_a_medicine'
  if (line.is_stopped) return 'stopped'
  if (line.has_newer) return 'newer'
  if (line.is_external) return 'external'
  if (line.is_controlled) return 'controlled'
  if (line.is_asked) return 'asked'
  const isStillFilled = Date.parse(today) - Date.parse(line.valid_from) <= valid_days * DAY_MS
  if (!line.is_dispensed && isStillFilled) return 'to_fetch'
  if (monthsLater(line.last_day, refill_months) < today) return 'too_old'
  return line.is_active ? null : 'unavailable'
}
