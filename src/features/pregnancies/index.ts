export { findPregnancyState, openPregnancy, pregnancyCurrent, recordAnswer, withdrawAnswer } from './server/begin-pregnancy.ts'
export { pregnancyRoutes } from './server/routes.ts'
