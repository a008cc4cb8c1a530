import { sql } from 'kysely'
import { MAX_ID } from '#shared/paging.ts'
import { printSampleLabels as labelsContract } from '#features/laboratory/contract-samples.ts'
import { notFound } from '#platform/errors/problem.ts'
import { handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { findSamplesById } from './find-samples.ts'
import { requireState } from './lock-samples.ts'
import { printSampleLabels } from './print-labels.ts'

/** Labels: read and printed before the transaction begins, because a connection waits for no paper. */
export const labelRoutes = ({ printPdf }: Pick<Services, 'printPdf'>): Route[] => [
  handlePrepared(
    labelsContract,
    async ({ db, query }) => {
      const ids = [...new Set(query.samples.split(',').map(Number))]
      const found = new Map(
        (
          await findSamplesById(
            db,
            ids.filter((id) => id <= MAX_ID),
          )
        ).map((sample) => [sample.id, sample]),
      )
      const samples = ids.map((id) => {
        const sample = found.get(id)
        if (!sample) throw notFound('Sample')
        requireState({ code: sample.patient_sample_code, state: sample.state }, ['to collect', 'collected', 'received'])
        return sample
      })
      return { samples, download: await printSampleLabels(db, printPdf, samples, query.copies ?? 1) }
    },
    async ({ db, query, audit, publish, prepared: { samples, download } }) => {
      const ids = samples.map(({ id }) => id)
      await sql`
        update lab_samples set labels_printed = least(32767, labels_printed + ${query.copies ?? 1})
        where id in (select id from lab_samples where id = any(${ids}::integer[]) order by id for no key update)`.execute(db)
      for (const { id, patient } of samples) audit('print', { entity: 'sample', id, patient })
      publish('laboratory')
      return download
    },
  ),
]
