import { t } from '#web/i18n.ts'
import { emergencyKinds, type EmergencyKind } from '../contract-restricted.ts'

/** Why a restricted record is opened in an emergency, as staff say it. */
export const emergencyWord = (kind: EmergencyKind): string =>
  ({
    'life at risk': t('A life is at risk'),
    unconscious: t('The patient cannot speak for themselves'),
    covering: t('I stand in for a colleague'),
    safety: t('Safety of the patient or of others'),
    other: t('Another reason'),
  })[kind]

export const isEmergencyKind = (kind: string): kind is EmergencyKind => emergencyKinds.some((one) => one === kind)
export const emergencyChoices = () => emergencyKinds.map((value) => ({ value, label: emergencyWord(value) }))
