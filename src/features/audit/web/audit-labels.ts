import { t } from '#web/i18n.ts'
import type { Status } from '#web/look/tokens.ts'
import type { AuditRow } from '../contract.ts'
import type { Fault, Outcome } from '../rules.ts'

type Shown = Pick<AuditRow, 'actor' | 'actor_name' | 'actor_is_patient'>

/** Whoever did it. */
export const actorText = ({ actor, actor_name, actor_is_patient }: Shown): string => {
  if (actor === null) return t('The system')
  const name = actor_name ?? t('Account {id}', { id: actor })
  return actor_is_patient ? t('{name} (patient, portal)', { name }) : name
}

/** With what it was done: the kind of record, and its id. */
export const entityText = ({ entity, entity_id }: Pick<AuditRow, 'entity' | 'entity_id'>): string =>
  entity_id === null ? t(entity) : `${t(entity)} ${entity_id}`

export const outcomeWord = (outcome: Outcome): string =>
  ({ wrong: t('Wrong password'), locked: t('Temporarily locked'), busy: t('System busy') })[outcome]

export const outcomeTone: Record<Outcome, Status> = { wrong: 'attention', locked: 'critical', busy: 'inactive' }

interface Found {
  fault: Fault
  id: number | null
  seal: number | null
  sealed_as: number | null
}

/** What verifying found, in a sentence. */
export const faultSentence = ({ fault, id, seal, sealed_as }: Found): string =>
  ({
    changed: t('Row {id} was changed after it was sealed.', { id }),
    removed: t('Row {id} was removed after it was sealed.', { id }),
    added: t('Row {id} was added later, among rows that were sealed without it.', { id }),
    moved: t('Row {id} was moved: its contents were sealed as row {other}.', { id, other: sealed_as }),
    'seal missing': t('Seal {seal} is missing.', { seal }),
    'seal changed': t('Seal {seal} was changed.', { seal }),
    'seal replaced': t('Seal {seal} does not match the previous one: one of the two was replaced.', { seal }),
  })[fault]
