export { printSummaryWords } from './server/print-summary.ts'
