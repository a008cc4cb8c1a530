import type { RecordEntity } from '#features/records/contract-fields.ts'
import { needsOwnDecision, type OwnDecision } from '#features/records/rules.ts'
import { fieldError } from '#platform/errors/problem.ts'

const why: Record<OwnDecision, string> = {
  denied: 'is denied in the document',
  'other person': 'is about another person',
  'only if': 'is only expected if something happens',
  stopped: 'was stopped, as the document says',
  avoided: 'is to be avoided, as the document says',
  'not tolerated': 'is not tolerated, as the document says',
  tolerated: 'is tolerated, as the document says',
  past: 'is of the past',
  possible: 'is only possible, as the document says',
  doubtful: 'was read with doubt',
}

/** Refuses to confirm together with others what a person has to decide on by itself. 400 naming the first such suggestion. */
export const refuseTogether = (entities: readonly RecordEntity[], field: string): void => {
  for (const entity of entities) {
    const reason = entity.state === 'suggested' ? needsOwnDecision(entity) : null
    if (reason) throw fieldError(field, `“${entity.text}” ${why[reason]}: decide on it by itself.`)
  }
}
