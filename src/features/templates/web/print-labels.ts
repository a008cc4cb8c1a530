import type { PrintBlock, PrintKind, PaperSizeName } from '#features/company/contract.ts'
import { t } from '#web/i18n.ts'

const kinds: Record<PrintKind, string> = {
  invoice: 'Invoice',
  receipt: 'Receipt',
  'credit-note': 'Credit note',
  'laboratory-report': 'Laboratory report',
  prescription: 'Prescription',
  'referral-letter': 'Referral letter',
  letter: 'Letter',
  'visit-summary': 'Visit summary',
  'drug-label': 'Label of a medicine',
  'patient-card': 'Patient card',
  'purchase-order': 'Purchase order',
}
/** A kind of paper in words. */
export const printKindLabel = (kind: PrintKind) => t(kinds[kind])

const blocks: Record<PrintBlock, string> = {
  logo: 'Logo',
  address: 'Address, telephone and e-mail',
  'tax number': 'Tax number',
  proof: 'Square code that proves it genuine',
  signature: 'Line for the signature',
}
/** A part of a paper in words. */
export const blockWord = (block: PrintBlock) => t(blocks[block])

const sizes: Record<PaperSizeName, string> = { a4: 'A4', a5: 'A5', '80mm': 'Roll of 80 mm' }
/** A size of paper in words. */
export const sizeWord = (size: PaperSizeName) => t(sizes[size])
