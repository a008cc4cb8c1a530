import { t } from '#web/i18n.ts'
import { emergencyKinds, type EmergencyKind } from '../contract-restricted.ts'

/** Why a restricted record is opened in an emergency, as staff say it. */
export const emergencyWord = (kind: EmergencyKind): string =>
  ({
    'life at risk': t('Life at risk'),
    unconscious: t('Patient unable to communicate'),
    covering: t('Covering for a colleague'),
    safety: t('Safety of the patient or others'),
    other: t('Other reason'),
  })[kind]

export const isEmergencyKind = (kind: string): kind is EmergencyKind => emergencyKinds.some((one) => one === kind)
export const emergencyChoices = () => emergencyKinds.map((value) => ({ value, label: emergencyWord(value) }))
