import type { User } from '#platform/http/handle.ts'

/** True for who sees of a profile more than its name, and profiles that are out of use. */
export const seesWholeProfiles = (user: User): boolean => user.permissions.has('laboratory.view')
