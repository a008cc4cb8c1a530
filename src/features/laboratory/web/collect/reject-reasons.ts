import { t } from '#web/i18n.ts'

/** Why samples are refused, as it is kept and counted: in English, whatever language the screen has. */
export const rejectReasons = ['Haemolysed', 'Clotted', 'Insufficient volume', 'Wrong container', 'Not labelled'] as const
type Reason = (typeof rejectReasons)[number]

const words: Record<Reason, () => string> = {
  Haemolysed: () => t('Haemolysed'),
  Clotted: () => t('Clotted'),
  'Insufficient volume': () => t('Insufficient volume'),
  'Wrong container': () => t('Wrong container'),
  'Not labelled': () => t('Not labelled'),
}
const isKnown = (reason: string): reason is Reason => reason in words
/** A reason in the language of the screen; one that somebody typed stays as it is. */
export const rejectWord = (reason: string): string => (isKnown(reason) ? words[reason]() : reason)
