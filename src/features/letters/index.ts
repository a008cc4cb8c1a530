export { letterRoutes } from './server/routes.ts'
export { printLetterWords } from './server/print-letter.ts'
