export { printPaper } from './server/papers/paper.ts'
export { invoiceRoutes } from './server/invoice-routes.ts'
export { paymentRoutes } from './server/payment-routes.ts'
