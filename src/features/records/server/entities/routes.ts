import { sql } from 'kysely'
import { addEntity, changeEntity, decideEntities, fileEntities, searchEntities, unfileEntity } from '#features/records/contract.ts'
import { fieldError } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { findRecord, findVisible } from '../find-records.ts'
import { changeFinding, markFinding } from './change-entity.ts'
import { decide } from './decide.ts'
import { fileFindings } from './file-entities.ts'
import { findEntities } from './find-entities-of.ts'
import { holdEntity, holdRecord, pickEntities } from './hold-record.ts'
import { refuseTogether } from './refuse-together.ts'
import { unfile } from './unfile.ts'

/** Letters are compared without case and accents; what is typed may stand anywhere. */
const holds = (q: string) =>
  sql`search_fold(${q}) <> '' and position(search_fold(${q}) in search_fold(concat_ws(' ', e.text, e.value, e.code))) > 0`

type Ids = number[] | undefined
const requireSomething = ({ confirm = [], reject = [], reopen = [] }: { confirm?: Ids; reject?: Ids; reopen?: Ids }) => {
  const all = [...confirm, ...reject, ...reopen]
  if (all.length === 0) throw fieldError('confirm', 'Select at least one finding.')
  const twice = all.find((id, index) => all.indexOf(id) !== index)
  if (twice !== undefined) throw fieldError('reject', `Finding ${twice} is named twice.`)
  return { confirm, reject, reopen }
}

/** What was found in documents, and what people make of it. */
export const entityRoutes: Route[] = [
  handle(searchEntities, async (context) => {
    const { db, params, query, audit } = context
    const { patient } = await findVisible(context, params.id)
    const { type, state, q } = query
    const all = [sql`e.record_id = ${params.id}`]
    if (type !== undefined) all.push(sql`e.type = ${type}`)
    if (state !== undefined) all.push(sql`e.state = ${state}::entity_state`)
    if (q) all.push(holds(q))
    audit('read', { entity: 'medical record', id: params.id, patient })
    return findEntities(db, sql.join(all, sql` and `))
  }),

  handle(changeEntity, (context) => changeFinding(context, context.params.id, context.body, context.body.version ?? context.ifMatch)),

  handle(addEntity, async (context) => markFinding(context, await holdRecord(context, context.params.id), context.body)),

  handle(decideEntities, async (context) => {
    const { confirm, reject, reopen } = requireSomething(context.body)
    const record = await holdRecord(context, context.params.id)
    // A reply leaves a trace even where everything was decided before.
    context.audit('read', { entity: 'medical record', id: record.id, patient: record.patient })
    const confirmed = await pickEntities(context.db, record, confirm, 'confirm')
    refuseTogether(confirmed, 'confirm')
    await decide(context, record, {
      confirm: confirmed,
      reject: await pickEntities(context.db, record, reject, 'reject'),
      reopen: await pickEntities(context.db, record, reopen, 'reopen'),
    })
    return findRecord(context, record.id)
  }),

  handle(fileEntities, async (context) => {
    const { params, body } = context
    const record = await holdRecord(context, params.id)
    context.audit('read', { entity: 'medical record', id: record.id, patient: record.patient })
    const { entities, observed_at: observed, confirm_reason: confirmReason } = body
    await fileFindings(context, record, await pickEntities(context.db, record, entities, 'entities'), { observed, confirmReason })
    return findRecord(context, record.id)
  }),

  handle(unfileEntity, async (context) => {
    const { params, body, ifMatch } = context
    const { record, entity } = await holdEntity(context, params.id, body.version ?? ifMatch)
    await unfile(context, record, entity, body.reason)
    return findRecord(context, record.id)
  }),
]
