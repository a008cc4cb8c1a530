export { findCodesOf } from './server/find-codes-of.ts'
