export { printSummaryWords, type SummaryWords } from './server/print-summary.ts'
export { visitSummaryRoutes } from './server/routes.ts'
