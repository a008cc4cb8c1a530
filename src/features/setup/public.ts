export { watchSetUp } from './server/is-set-up.ts'
export { openSetUp } from './server/open-set-up.ts'
export type { SetUpHooks } from './server/set-up-clinic.ts'
