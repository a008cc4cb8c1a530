import { sql } from 'kysely'
import { countSamples, getSample, listSamples, listSamplesOfProcess, moveSamples, updateSample } from '#features/laboratory/contract.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import { auditReads } from '#platform/audit/audit.ts'
import { sharedRead } from '#platform/db/shared-read.ts'
import { fieldError, invalidInput, type FieldErrors, requireFound } from '#platform/errors/problem.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import { requireUnchanged, requireAllUnchanged } from '#platform/records/version.ts'
import { readPage } from '#platform/db/keyset.ts'
import { findGroup } from '../requests/find-requests.ts'
import { collect, receive, uncollect } from './collect.ts'
import {
  countMatching,
  findSample,
  findSampleCounts,
  findSamples,
  findSamplesById,
  findSamplesOfProcess,
  waitingPlace,
  waits,
} from './find-samples.ts'
import { lockSamples, requireState, type HeldSample } from './lock-samples.ts'
import { reject } from './reject.ts'

type Change = ParsedOf<typeof updateSample>['body']

const note = async ({ db }: Context, sample: HeldSample, text: string) => {
  requireState(sample, ['to collect', 'collected', 'received'])
  await sql`update lab_samples set note = ${text}, version = version + 1 where id = ${sample.id}`.execute(db)
}

/** Does the one thing that the body says; answers what the trail says of it. */
const change = async (context: Context, sample: HeldSample, body: Change): Promise<[action: string, change: object]> => {
  if ('rejected' in body) {
    const { replacement, cancelled } = await reject(context, sample, body)
    if (cancelled.length > 0) context.publish('billing')
    return ['reject', { reason: body.reason, replacement, cancelled }]
  }
  if ('received' in body) {
    await receive(context, [sample])
    return ['receive', { code: sample.code }]
  }
  if ('note' in body) {
    await note(context, sample, body.note)
    return ['update', { note: [sample.note, body.note] }]
  }
  const { is_sample_collected: isCollected, collected_at, unpaid_reason } = body
  if (isCollected) await collect(context, [sample], { at: collected_at, unpaidReason: unpaid_reason })
  else if (unpaid_reason !== undefined) throw fieldError('unpaid_reason', 'Allowed only when the sample is being collected.')
  else if (collected_at) throw fieldError('collected_at', 'A collection time requires a collected sample.')
  else await uncollect(context, sample)
  return [
    isCollected ? 'collect' : 'uncollect',
    { code: sample.code, ...(collected_at && { collected_at }), ...(unpaid_reason !== undefined && { unpaid_reason }) },
  ]
}

type Named = ParsedOf<typeof moveSamples>['body']['samples']

/** The samples that are named, held, each as the caller saw it: 400 names those that there are not and those named twice, 412. */
const holdNamed = async ({ db }: Context, named: Named) => {
  const held = new Map((await lockSamples(db, [...new Set(named.map(({ id }) => id))])).map((sample) => [sample.id, sample]))
  const errors: FieldErrors = {}
  for (const [index, { id }] of named.entries()) {
    if (!held.has(id)) errors[`samples.${index}.id`] = ['Sample not found.']
    else if (named.findIndex((other) => other.id === id) < index) errors[`samples.${index}.id`] = ['Each sample may be listed only once.']
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  await requireAllUnchanged(held.values(), named, ([changed]) => findSample(db, changed!.id))
  return [...held.values()]
}

/** Phlebotomy: what is to be taken, was taken, has come, and is of no use. */
export const sampleRoutes: Route[] = [
  handle(listSamples, async ({ db, query, user, now, audit }) => {
    const filters = { ...query, seeker: { user, now } }
    const page = await readPage(query, {
      find: (position) => findSamples(db, filters, position),
      by: (sample) => (waits(query.state) ? waitingPlace(sample) : sample.id),
      count: () => countMatching(db, filters),
    })
    auditReads(audit, 'samples', page.rows, query.patient_id)
    return page
  }),

  handle(countSamples, ({ db, now }) => sharedRead(db, 'sample counts', () => findSampleCounts(db, now))),

  handle(listSamplesOfProcess, async ({ db, params, audit }) => {
    const group = requireFound(await findGroup(db, params.process_id), 'Request group')
    auditReads(audit, 'samples', [{ patient: group.patient_id }])
    return findSamplesOfProcess(db, params.process_id)
  }),

  handle(getSample, async ({ db, params, audit }) => {
    const sample = requireFound(await findSample(db, params.id), 'Sample')
    audit('read', { entity: 'sample', id: sample.id, patient: sample.patient })
    return sample
  }),

  handle(updateSample, async (context) => {
    const { db, params, body, ifMatch, audit, publish } = context
    const sample = requireFound((await lockSamples(db, [params.id]))[0], 'Sample')
    await requireUnchanged(sample, body.version ?? ifMatch, () => findSample(db, sample.id))
    const [action, changed] = await change(context, sample, body)
    audit(action, { entity: 'sample', id: sample.id, patient: sample.patient_id, change: changed })
    publish('laboratory')
    return (await findSample(db, sample.id))!
  }),

  handle(moveSamples, async (context) => {
    const { db, body, audit, publish } = context
    const held = await holdNamed(context, body.samples)
    const { to, unpaid_reason } = body
    if (to === 'collected') await collect(context, held, { unpaidReason: unpaid_reason })
    else if (unpaid_reason !== undefined) throw fieldError('unpaid_reason', 'Allowed only when the samples are being collected.')
    else await receive(context, held)
    for (const { id, code, patient_id: patient } of held)
      audit(to === 'collected' ? 'collect' : 'receive', {
        entity: 'sample',
        id,
        patient,
        change: { code, ...(unpaid_reason !== undefined && { unpaid_reason }) },
      })
    publish('laboratory')
    const samples = new Map(
      (
        await findSamplesById(
          db,
          held.map(({ id }) => id),
        )
      ).map((sample) => [sample.id, sample]),
    )
    return body.samples.map(({ id }) => samples.get(id)!)
  }),
]
