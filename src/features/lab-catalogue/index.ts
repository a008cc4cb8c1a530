export { findPanelsById } from './server/panels.ts'
export { findProfile } from './server/profiles.ts'
export { findRanges } from './server/ranges.ts'
export { readLabSettings } from './server/settings.ts'
