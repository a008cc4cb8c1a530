export { diagnosisRoutes } from './server/routes.ts'
