import type { Feature } from '../feature.ts'
import { invoiceRoutes } from './server/invoice-routes.ts'
import { paperRoutes } from './server/paper-routes.ts'
import { paymentRoutes } from './server/payment-routes.ts'

export const feature: Feature = {
  routes: (program) => [...invoiceRoutes(program.tillRequests), ...paymentRoutes(program.tillRequests), ...paperRoutes(program)],
  constraints: {
    invoices_kept: { says: 'An issued bill never changes.' },
    invoices_overpaid: { says: 'This is more than what is due on the bill.' },
    invoices_unissued: { says: 'Issue this bill before it is paid.' },
    invoices_paid_patient: { says: 'Money that went back since stands in the way.' },
    invoices_paid_insurer: { says: 'Money that went back since stands in the way.' },
    receipts_reversed_once: { says: 'This receipt was taken back already.' },
  },
}
