import { sentNumber } from '#web/text/typed-number.ts'
import type { BookingSettings } from '#features/schedules/contract.ts'

export const units = ['minutes', 'hours', 'days'] as const
export type Unit = (typeof units)[number]
const LENGTH: Record<Unit, number> = { minutes: 1, hours: 60, days: 1440 }

/** A span as people say it: in the largest unit that it is a whole number of. */
export const spanOf = (minutes: number): { count: string; unit: Unit } => {
  const unit = units.findLast((one) => minutes > 0 && minutes % LENGTH[one] === 0) ?? 'hours'
  return { count: String(minutes / LENGTH[unit]), unit }
}

/** The minutes of a span; NaN for what is no number, which the contract refuses. */
export const minutesIn = (count: string, unit: Unit): number => sentNumber(count) * LENGTH[unit]

/** What the boxes hold; the units of the two spans stand beside them. */
export type SettingsValues = {
  open: 'open' | 'closed'
  min_notice_minutes: string
  notice_unit: Unit
  max_days_ahead: string
  change_until_minutes: string
  change_unit: Unit
  default_minutes: string
  confirms_itself: boolean
  intro: string
  consent_text: string
}

export const settingsValues = (settings: BookingSettings): SettingsValues => {
  const notice = spanOf(settings.min_notice_minutes)
  const change = spanOf(settings.change_until_minutes)
  return {
    open: settings.is_public_open ? 'open' : 'closed',
    min_notice_minutes: notice.count,
    notice_unit: notice.unit,
    max_days_ahead: String(settings.max_days_ahead),
    change_until_minutes: change.count,
    change_unit: change.unit,
    default_minutes: String(settings.default_minutes),
    confirms_itself: settings.confirms_itself,
    intro: settings.intro,
    consent_text: settings.consent_text,
  }
}

export const settingsBody = (values: SettingsValues) => ({
  is_public_open: values.open === 'open',
  min_notice_minutes: minutesIn(values.min_notice_minutes, values.notice_unit),
  max_days_ahead: sentNumber(values.max_days_ahead),
  change_until_minutes: minutesIn(values.change_until_minutes, values.change_unit),
  default_minutes: sentNumber(values.default_minutes),
  confirms_itself: values.confirms_itself,
  intro: values.intro,
  consent_text: values.consent_text,
})
