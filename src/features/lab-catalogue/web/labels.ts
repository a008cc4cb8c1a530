import { t } from '#web/i18n.ts'
import { panelKinds, type Choice, type ForSex, type PanelKind } from '../contract-ranges.ts'

const kinds: Record<PanelKind, () => string> = {
  quantitative: () => t('Number'),
  qualitative: () => t('Choice'),
  text: () => t('Words'),
  calculated: () => t('Calculated'),
}
/** What the result of a test is. */
export const kindWord = (kind: PanelKind): string => kinds[kind]()
export const kindChoices = () => panelKinds.map((value) => ({ value, label: kindWord(value) }))

const choiceFlags: Record<Choice['flag'], () => string> = {
  normal: () => t('Normal'),
  abnormal: () => t('Abnormal'),
  critical: () => t('Critical'),
}
export const choiceFlagWord = (flag: Choice['flag']): string => choiceFlags[flag]()

const sexes: Record<ForSex, () => string> = { female: () => t('Women'), male: () => t('Men') }
/** Whom a test is for that is not for everybody. */
export const forSexWord = (sex: ForSex): string => sexes[sex]()
export const forSexChoices = () => [
  { value: '', label: t('Any sex') },
  { value: 'female', label: forSexWord('female') },
  { value: 'male', label: forSexWord('male') },
]

/** Whether a test has a number, and with it a unit, limits and a change that is too large. */
export const hasNumber = (kind: PanelKind | ''): boolean => kind === 'quantitative' || kind === 'calculated'
