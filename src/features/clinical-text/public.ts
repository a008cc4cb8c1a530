export { findEntities } from './find-entities.ts'
export type { Mention } from './mention.ts'
export { TEXT_VERSION } from './version.ts'
