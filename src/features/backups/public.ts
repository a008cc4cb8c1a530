export { noteFound } from './server/found.ts'
