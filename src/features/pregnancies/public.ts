export {
  findPregnancyState,
  openPregnancy,
  pregnancyWords,
  recordAnswer,
  refuseMale,
  withdrawAnswer,
  withdrawPregnancy,
} from './server/begin-pregnancy.ts'
export { gestationText } from './dating.ts'
