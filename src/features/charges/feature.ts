import type { Feature } from '../feature.ts'
import { openConsultation } from './server/consultation.ts'
import { openInvoice } from './server/drafts.ts'

export const feature: Feature = {
  visitOpeners: [openInvoice, openConsultation],
  constraints: {
    charges_stock_ordered: { says: 'A drug or consumable is billed with a request to the pharmacy or a counter sale.' },
    charges_one_per_order: { says: 'This order was charged already.' },
  },
}
