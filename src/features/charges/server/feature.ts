import type { ServerFeature } from '#features/feature.ts'
import { openConsultation } from './consultation.ts'
import { openInvoice } from './drafts.ts'

export const feature: ServerFeature = {
  visitOpeners: [openInvoice, openConsultation],
}
