export { confidenceOf } from './confidence.ts'
export { findIdentity } from './identity/find-identity.ts'
export { PARTICLES, TITLES } from './identity/read-name.ts'
