export {
  findPregnancyState,
  openPregnancy,
  pregnancyWords,
  recordAnswer,
  refuseMale,
  withdrawAnswer,
  withdrawPregnancy,
} from './server/begin-pregnancy.ts'
export { pregnancyRoutes } from './server/routes.ts'
