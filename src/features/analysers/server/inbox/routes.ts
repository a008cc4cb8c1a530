import {
  compareSample,
  getInboxCounts,
  getMessage as getMessageContract,
  listInbox,
  listMessages,
  MessageResult,
  replayMessage,
  resolveMessage as resolveMessageContract,
  resolveResult,
  retryInbox,
} from '#features/analysers/contract-inbox.ts'
import { auditReads } from '#platform/audit/audit.ts'
import { conflict, fieldError, notFound, Problem } from '#platform/errors/problem.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import { findHidden, withoutHiddenLines } from '#platform/http/restricted.ts'
import { requireUnchanged, requireVersion } from '#platform/records/version.ts'
import { readPage } from '#platform/db/keyset.ts'
import { refusalOfSample } from '../policy.ts'
import { compareWithSample, readResults } from './compare.ts'
import {
  countResults,
  countWaiting,
  findMessagePatients,
  findResults,
  findResultsById,
  findMessageResults,
  getResult,
} from './find-results.ts'
import { findRetried } from './find-retried.ts'
import { adopt } from './identify.ts'
import { countMessages, findMessages, findPatientsNamedIn, getMessage, readable, readBody } from './messages.ts'
import { resolveMessage } from './resolve-message.ts'
import { assignResult, dismissResults, lockWaiting, settleMessage } from './resolve.ts'

/** Loaded when it is needed first: reading messages takes more memory than most of the program. */
const processing = async () => {
  const [{ takeMessage }, { readMessage }] = await Promise.all([
    import('../processing/process-message.ts'),
    import('../processing/read-message.ts'),
  ])
  return { takeMessage, readMessage }
}

const countOf = (rows: readonly MessageResult[], state: MessageResult['state']) => rows.filter((row) => row.state === state).length

/** Says in the trail whom a message names, as whoever is shown what it says of its patient has read that. Gated. */
const auditNamed = async ({ db, audit }: Pick<Context, 'db' | 'audit'>, message: number, ...shown: readonly number[]) => {
  const { body, answer } = await readBody(db, message)
  const named = await findPatientsNamedIn(db, body, Buffer.from(answer))
  for (const patient of new Set([...shown, ...named])) audit('read', { entity: 'equipment message', id: message, patient })
}

/**
 * Answers the refusal that shows both patients instead of throwing it, so that its rows in the trail are kept; nothing was written before it.
 */
const orShown = async (context: Context, message: number, run: () => Promise<void>): Promise<Problem | null> => {
  try {
    await run()
    return null
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'other_patient') throw error
    await auditNamed(context, message, Number(error.extra['patient']))
    return error
  }
}

export const inboxRoutes: Route[] = [
  handle(listInbox, async ({ db, query, audit }) => {
    const page = await readPage(query, { find: (position) => findResults(db, query, position), count: () => countResults(db, query) })
    auditReads(audit, 'equipment results', page.rows)
    return page
  }),

  handle(getInboxCounts, ({ db }) => countWaiting(db)),

  handle(resolveResult, async (context) => {
    const { db, params, body, now, ifMatch, publish, audit } = context
    const { action, version = ifMatch } = body
    const waiting = await lockWaiting(db, params.id)
    await requireUnchanged(waiting, requireVersion(version), async () => MessageResult.encode(await getResult(db, params.id)))
    if (action === 'retry') {
      const { takeMessage } = await processing()
      await takeMessage(db, waiting.message_id, now)
      audit('try again', { entity: 'equipment result', id: params.id, patient: (await getResult(db, params.id)).patient })
    } else if (action === 'assign') {
      if (body.request_panel === undefined) throw fieldError('request_panel', 'Choose the test for this result.')
      const given = { ...body, request_panel: body.request_panel }
      const refused = await orShown(context, waiting.message_id, () => assignResult(context, waiting, given))
      if (refused) return refused
    } else {
      if (body.reason === undefined) throw fieldError('reason', 'Enter a reason for dismissing this result.')
      await dismissResults(context, [{ id: waiting.id, patient: (await getResult(db, params.id)).patient }], body.reason)
    }
    if (action !== 'retry') await settleMessage(db, waiting.message_id)
    publish('analysers', params.id)
    if (action !== 'dismiss') publish('laboratory')
    return getResult(db, params.id)
  }),

  handle(compareSample, async ({ db, params, audit }) => {
    const row = await db.selectFrom('lab_message_results').select(['message_id', 'position']).where('id', '=', params.id).executeTakeFirst()
    if (!row) throw notFound('Result')
    const { results } = await readResults(db, row.message_id)
    const { sample, facts } = await compareWithSample(db, params.sample, [results[row.position]?.patient ?? null])
    const { id, code, patient_id: patient, patient_name, patient_number } = sample
    audit('read', { entity: 'sample', id, patient })
    await auditNamed({ db, audit }, row.message_id)
    const refusal = refusalOfSample(sample)
    return {
      sample: id,
      sample_code: code,
      patient,
      patient_name,
      patient_number,
      refusal: refusal && { text: refusal.text, values: { ...refusal.values } },
      facts: facts[0] ?? [],
    }
  }),

  handle(resolveMessageContract, async (context) => {
    const { db, params, body, user, now, publish, audit } = context
    // Asked first: the last result ends what opened the record.
    const hidden = await findHidden(db, user, now)
    const refused = await orShown(context, params.id, () => resolveMessage(context, params.id, body))
    if (refused) return refused
    publish('analysers', params.id)
    if (body.action !== 'dismiss') publish('laboratory')
    const asked = new Set(body.results.map(({ id }) => id))
    const results = await withoutHiddenLines({ db, user, now }, MessageResult, hidden, await findMessageResults(db, params.id))
    auditReads(audit, 'equipment results', results)
    const of = results.filter(({ id }) => asked.has(id))
    return { applied: countOf(of, 'applied'), waiting: countOf(of, 'waiting'), results }
  }),

  handle(retryInbox, async (context) => {
    const { db, body, user, now, audit, publish } = context
    // Asked first: the last result ends what opened the record.
    const hidden = await findHidden(db, user, now)
    const { equipments, results, messages } = await findRetried(db, body)
    const { takeMessage } = await processing()
    for (const message of messages) await takeMessage(db, message, now)
    const all = await findResultsById(db, results)
    for (const patient of new Set([...all.flatMap(({ patient }) => patient ?? []), ...(await findMessagePatients(db, messages))]))
      audit('try again', {
        entity: 'lab equipment',
        id: all.find((row) => row.patient === patient)?.equipment ?? equipments[0] ?? null,
        patient,
        opensNothing: true,
      })
    for (const equipment of equipments) {
      const own = all.filter((row) => row.equipment === equipment)
      const change = { applied: countOf(own, 'applied'), waiting: countOf(own, 'waiting') }
      audit('try again', { entity: 'lab equipment', id: equipment, change })
      publish('analysers', equipment)
    }
    publish('laboratory')
    const outcomes = await withoutHiddenLines({ db, user, now }, MessageResult, hidden, all)
    auditReads(audit, 'equipment results', outcomes)
    return { applied: countOf(outcomes, 'applied'), waiting: countOf(outcomes, 'waiting'), outcomes }
  }),

  handle(listMessages, ({ db, query, audit }) => {
    audit('read', { entity: 'equipment messages', id: null })
    return readPage(query, { find: (position) => findMessages(db, query, position), count: () => countMessages(db, query) })
  }),

  handle(getMessageContract, async ({ db, params, audit }) => {
    const message = await getMessage(db, params.id)
    const [{ body, answer }, rows] = [await readBody(db, params.id), await findMessageResults(db, params.id)]
    audit('read', { entity: 'equipment message', id: params.id })
    const named = await findPatientsNamedIn(db, body, Buffer.from(answer))
    for (const patient of new Set([...rows.flatMap(({ patient }) => patient ?? []), ...named]))
      audit('read', { entity: 'equipment message', id: params.id, patient })
    return { ...message, text: readable(body), answer_text: readable(Buffer.from(answer)), result_rows: rows }
  }),

  handle(replayMessage, async ({ db, params, now, audit, publish }) => {
    const found = await db.selectFrom('lab_messages').selectAll().where('id', '=', params.id).forUpdate().executeTakeFirst()
    if (!found) throw notFound('Message')
    if (found.direction === 'out') throw conflict('This is an outgoing message and cannot be read again.', {}, 'outgoing')
    const { takeMessage, readMessage } = await processing()
    if (found.equipment_id === null) await adopt(db, found, readMessage(found.protocol, found.body).sender)
    const done = await takeMessage(db, params.id, now)
    audit('read again', { entity: 'equipment message', id: params.id })
    const named = await findPatientsNamedIn(db, found.body, Buffer.from(found.answer))
    for (const patient of new Set([...(await findMessagePatients(db, [params.id])), ...named]))
      audit('read again', { entity: 'equipment message', id: params.id, patient })
    publish('analysers', params.id)
    if (done?.isEntered) publish('laboratory')
    return getMessage(db, params.id)
  }),
]
