import type { User } from '#platform/http/handle.ts'

/** One's own record, or anybody's with patients.view. A refusal answers 404, so that nobody learns who is a patient. */
export const mayReadProfile = (user: User, userId: number) => user.id === userId || user.permissions.has('patients.view')
