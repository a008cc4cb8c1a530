import { t } from '#web/i18n.ts'
import { diagnosisSystems, type DiagnosisSystem } from '../contract.ts'

const names = { 'icd-10': 'ICD-10', 'icd-10-cm': 'ICD-10-CM', 'icd-11': 'ICD-11' } as const

/** Whose code it is, in the person's language. */
export const systemName = (system: DiagnosisSystem) => (system === 'local' ? t('Local') : names[system])

/** The classifications, for a Select. */
export const systemChoices = () => diagnosisSystems.map((value) => ({ value, label: systemName(value) }))
