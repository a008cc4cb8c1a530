export { printSummaryWords } from './server/print-summary.ts'
export { visitSummaryRoutes } from './server/routes.ts'
