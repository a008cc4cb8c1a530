import { IconBabyCarriage } from '@tabler/icons-react'
import { date, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { PregnancyState } from '../contract-summaries.ts'
import { ageInYears, PREGNANCY_AGES } from '../rules.ts'

export interface PregnancyOnScreen {
  state: PregnancyState
  /** Of today; null while it is not dated. */
  gestation_days: number | null
  /** The due date; null while it is not dated. */
  edd: string | null
  /** The day on which the patient last said not to be pregnant. */
  said_on: string | null
  /** A woman, or a patient of unknown sex, of 12 to 55 years. */
  is_asked_of?: boolean
}

const DAYS_OF_WEEK = 7

/** Whether a patient is asked for a pregnancy: not recorded as male, of 12 to 55 years or of unknown age. */
export const isAskedOfPregnancy = ({ gender, age }: { gender: string | null; age: number | null }): boolean =>
  gender !== 'male' && (age === null || (age >= PREGNANCY_AGES.from && age <= PREGNANCY_AGES.to))

/** Completed weeks and days: "12w 3d". */
export const gestationWords = (days: number): string =>
  t('{weeks}w {days}d', { weeks: Math.floor(days / DAYS_OF_WEEK), days: days % DAYS_OF_WEEK })

const pregnantWords = ({ gestation_days: days, edd }: PregnancyOnScreen, isDetailed: boolean): string => {
  if (days === null || edd === null) return t('Pregnant, not dated')
  const gestation = gestationWords(days)
  return isDetailed ? t('Pregnant {gestation}, due {day}', { gestation, day: date(edd) }) : t('Pregnant {gestation}', { gestation })
}

/** What is not known is never a no: an answer holds for its own day and is shown with it. */
const unknownWords = ({ said_on: on }: PregnancyOnScreen): string =>
  on ? t('Pregnancy not asked since {day}', { day: date(on) }) : t('Pregnancy not asked')

/** The pregnancy in words; null where there is nothing to show. */
export const pregnancyWords = (pregnancy: PregnancyOnScreen, isDetailed = false): string | null => {
  const { state, gestation_days: days, said_on: on, is_asked_of: isAskedOf } = pregnancy
  if (state === 'pregnant') return pregnantWords(pregnancy, isDetailed)
  if (state === 'past due')
    return days === null
      ? t('Pregnancy recorded over 44 weeks ago: record the outcome')
      : t('Pregnancy past its due date: record the outcome')
  if (state === 'postpartum') return t('Postpartum')
  if (!isDetailed) return null
  if (state === 'not pregnant') return on ? t('Not pregnant on {day}', { day: date(on) }) : t('Not pregnant')
  return isAskedOf ? unknownWords(pregnancy) : null
}

interface Props {
  /** Null where the record is restricted: nothing is shown. */
  pregnancy: PregnancyOnScreen | null | undefined
  /** With the due date, and with what is not known: where one patient has the screen. */
  detailed?: boolean
}

/** A pregnancy with its gestation, in the one way in which lists and headers show it: whole, and unlike an allergy or a critical value. */
export const PregnancyFlag = ({ pregnancy, detailed = false }: Props) => {
  const words = pregnancy ? pregnancyWords(pregnancy, detailed) : null
  if (!pregnancy || words === null) return null
  const isCurrent = pregnancy.state === 'pregnant' || pregnancy.state === 'past due' || pregnancy.state === 'postpartum'
  const tone = pregnancy.state === 'past due' ? 'attention' : isCurrent ? 'waiting' : 'inactive'
  return (
    <Status chip={isCurrent} whole tone={tone} icon={IconBabyCarriage}>
      {words}
    </Status>
  )
}

interface Owner {
  pregnancy: PregnancyOnScreen | null
  gender: string
  age?: number | null
  date_of_birth?: string | null
}

/** The same for headers of one patient: of whom is asked, that it is unknown is shown as well. */
export const PatientPregnancy = ({ patient: { pregnancy, gender, age, date_of_birth: birth = null } }: { patient: Owner }) => {
  const isAskedOf = isAskedOfPregnancy({ gender, age: age === undefined ? (birth === null ? null : ageInYears(birth, today())) : age })
  return <PregnancyFlag pregnancy={pregnancy && { ...pregnancy, is_asked_of: isAskedOf }} detailed />
}
