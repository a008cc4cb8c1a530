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
  'drug-label': 'Medicine label',
  'patient-card': 'Patient card',
  'purchase-order': 'Purchase order',
}
/** A kind of paper in words. */
export const printKindLabel = (kind: PrintKind) => t(kinds[kind])

const blocks: Record<PrintBlock, string> = {
  logo: 'Logo',
  address: 'Address, phone and e-mail',
  'tax number': 'Tax number',
  proof: 'QR code for verification',
  signature: 'Signature line',
}
/** A part of a paper in words. */
export const blockWord = (block: PrintBlock) => t(blocks[block])

const sizes: Record<PaperSizeName, string> = { a4: 'A4', a5: 'A5', '80mm': '80 mm roll' }
/** A size of paper in words. */
export const sizeWord = (size: PaperSizeName) => t(sizes[size])
