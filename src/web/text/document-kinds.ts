import type { RecordKind } from '#features/records/contract-fields.ts'
import { t } from '../i18n.ts'

const kinds: Readonly<Record<RecordKind, () => string>> = {
  'discharge summary': () => t('Discharge summary'),
  'referral letter': () => t('Referral letter'),
  'clinic note': () => t('Clinic note'),
  'laboratory report': () => t('Laboratory report'),
  'imaging report': () => t('Imaging report'),
  prescription: () => t('Prescription'),
  certificate: () => t('Certificate'),
  consent: () => t('Consent'),
  photo: () => t('Photo'),
  other: () => t('Other document'),
}

/** What a kind of document is called. */
export const documentKindWord = (kind: RecordKind): string => kinds[kind]()

/** The same of a text that should be a kind; one that is none as it is. */
export const documentWord = (text: string): string => (Object.hasOwn(kinds, text) ? kinds[text as RecordKind]() : text)
