import { t } from '#web/i18n.ts'
import type { Patient } from '../contract.ts'

/** Words of the contract in the person's language, to be asked for while rendering. */
export const genderWord = (gender: Patient['gender']) =>
  ({ female: t('Female'), male: t('Male'), other: t('Other'), unknown: t('Unknown') })[gender]

export const genderChoices = () => (['female', 'male', 'other', 'unknown'] as const).map((value) => ({ value, label: genderWord(value) }))

export const identifierWord = (kind: Patient['identifiers'][number]['kind']) =>
  ({
    'national id': t('National ID'),
    passport: t('Passport'),
    'birth certificate': t('Birth certificate'),
    'driving licence': t('Driving licence'),
    'health scheme': t('Health scheme'),
    'old number': t('Old number'),
    other: t('Other'),
  })[kind]

type Allergy = Patient['allergies'][number]
export const severityWord = (severity: Allergy['severity']) =>
  ({
    mild: t('Mild'),
    moderate: t('Moderate'),
    severe: t('Severe'),
    'life threatening': t('Life threatening'),
    unknown: t('Severity unknown'),
  })[severity]

export const categoryWord = (category: Allergy['category']) =>
  ({ drug: t('Drug'), food: t('Food'), environment: t('Environment'), other: t('Other') })[category]

export const relationships = () => [
  t('Mother'),
  t('Father'),
  t('Wife'),
  t('Husband'),
  t('Daughter'),
  t('Son'),
  t('Sister'),
  t('Brother'),
  t('Guardian'),
  t('Grandparent'),
  t('Friend'),
]

/** Why two records may be one person, as the score says it. */
export const likenessWord = (because: string) =>
  ({
    name: t('same name'),
    'similar name': t('similar name'),
    'date of birth': t('same date of birth'),
    'day and month swapped': t('day and month of birth swapped'),
    'nearly the same date of birth': t('nearly the same date of birth'),
    'year of birth': t('same year of birth'),
    'year of birth off by one': t('year of birth off by one'),
    telephone: t('same telephone'),
    identifier: t('same identifier'),
  })[because] ?? because
