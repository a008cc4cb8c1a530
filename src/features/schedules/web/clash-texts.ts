import type { ApiError } from '#web/api.ts'

/** Puts the record that somebody else saved first into the form's own texts, so that the two are compared, and taken over, box by box. */
export const clashTexts = <Row>(error: ApiError, textsOf: (current: Row) => object): void => {
  const current = error.body['current']
  if (error.status === 412 && typeof current === 'object' && current !== null) Object.assign(current, textsOf(current as Row))
}
