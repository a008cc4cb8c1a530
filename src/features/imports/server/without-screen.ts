import type { Context } from './batch.ts'
import { kinds } from './kinds.ts'
import { proposeMapping } from './mapping.ts'
import { readHead } from './source.ts'
import { workOn } from './work.ts'

/** An import of patients from a file on disk, step by step, in somebody's name and without a job: for measurements. */
export const patientsOfImport = async (context: Context, path: string, by: number) => {
  const { db, files } = context
  const head = await readHead(path, kinds.patients)
  const { sha256 } = await files.putFile(path)
  const mapping = JSON.stringify(proposeMapping(kinds.patients, head.headings))
  const { id } = await db
    .insertInto('imports')
    .values({
      kind: 'patients',
      state: 'checking',
      file_name: 'patients.csv',
      sha256,
      ...head,
      last_row: head.heading_row,
      sample: JSON.stringify(head.sample),
      mapping,
      asked_by: by,
      created_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    check: () => workOn(context, id),
    run: async () => {
      await db.updateTable('imports').set({ state: 'running' }).where('id', '=', id).execute()
      await workOn(context, id)
    },
    counts: () =>
      db
        .selectFrom('imports')
        .select(['state', 'new_rows', 'created_rows', 'duplicate_rows', 'same_rows', 'refused_rows', 'problem'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
  }
}
