import { t } from '#web/i18n.ts'

/** What a source of a pregnancy is called. */
export const pregnancySourceName = (source: string): string =>
  ({
    'patient said': t('Reported by patient'),
    test: t('Pregnancy test'),
    scan: t('Ultrasound scan'),
    examination: t('Examination'),
    'another facility': t('Another facility'),
  })[source] ?? source

/** What an outcome of a pregnancy is called. */
export const outcomeName = (outcome: string): string =>
  ({
    'live birth': t('Live birth'),
    stillbirth: t('Stillbirth'),
    miscarriage: t('Miscarriage'),
    termination: t('Termination of pregnancy'),
    ectopic: t('Ectopic pregnancy'),
    other: t('Other outcome'),
    'not pregnant': t('Recorded in error: was not pregnant'),
  })[outcome] ?? outcome

/** What a way of dating a pregnancy is called. */
export const datingName = (method: string): string =>
  ({
    'last period': t('Last period'),
    scan: t('Ultrasound scan'),
    ivf: t('Embryo transfer (IVF)'),
    stated: t('Stated due date'),
  })[method] ?? method
