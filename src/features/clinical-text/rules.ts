export { confidenceOf } from './confidence.ts'
export { findIdentity } from './identity/find-identity.ts'
