import { gestationWords } from '#features/patients/web/pregnancy-status.tsx'
import { date } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { gestationDays, type DatingMethod } from '../dating.ts'
import type { PregnancyRecord, PregnancySource } from './pregnancy-values.ts'

export const sourceWord = (source: PregnancySource): string =>
  ({
    'patient said': t('Patient said so'),
    test: t('Pregnancy test'),
    scan: t('Ultrasound scan'),
    examination: t('Examination'),
    'another facility': t('Another facility'),
  })[source]

export type Outcome = NonNullable<PregnancyRecord['outcome']>

export const outcomeWord = (outcome: Outcome): string =>
  ({
    'live birth': t('Live birth'),
    stillbirth: t('Stillbirth'),
    miscarriage: t('Miscarriage'),
    termination: t('Termination of pregnancy'),
    ectopic: t('Ectopic pregnancy'),
    other: t('Other outcome'),
    'not pregnant': t('Recorded in error: was not pregnant'),
  })[outcome]

export const datingWord = (method: DatingMethod): string =>
  ({
    'last period': t('Last period'),
    scan: t('Ultrasound scan'),
    ivf: t('Embryo transfer (IVF)'),
    stated: t('Stated due date'),
  })[method]

/** "due 14 Mar 2027, today 12w 3d"; a due date so far away that nothing has begun has no gestation. */
export const dueWords = (edd: string, on: string): string => {
  const days = gestationDays(edd, on)
  return days < 0
    ? t('due {{day}}', { day: date(edd) })
    : t('due {{day}}, today {{gestation}}', { day: date(edd), gestation: gestationWords(days) })
}
