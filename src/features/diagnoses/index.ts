export { findDiagnosisCode } from './server/codes.ts'
export { diagnosisRoutes } from './server/routes.ts'
