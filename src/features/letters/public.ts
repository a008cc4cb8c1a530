export { printLetterWords } from './server/print-letter.ts'
