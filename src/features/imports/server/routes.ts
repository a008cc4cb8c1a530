import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, Problem, requireFound } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Context, type Route } from '#platform/http/handle.ts'
import { findHidden } from '#platform/http/restricted.ts'
import type { Services } from '#platform/services.ts'
import {
  checkImport,
  exportKind,
  importKinds,
  importTemplate,
  changeImportReading,
  leftRows,
  listImportProblems,
  listImportKinds,
  listImportRows,
  listImports,
  previewUndo,
  readImport,
  runImport,
  sampleOfImport,
  stopImport,
  undoImport,
  uploadImport,
} from '../contract.ts'
import { clinicExportRoutes } from './clinic/routes.ts'
import { beginCheck, beginRun, beginUndo, changeReading, proposalOf, refuseReading, stopWork } from './change-import.ts'
import { makeExport, makeRefusedRows, ofPatients, makeTemplate } from './files-out.ts'
import { findImports, getImport } from './find-imports.ts'
import { findImportProblems, findImportRows } from './find-rows.ts'
import { kinds, requireRight } from './kinds.ts'
import type { ImportRecord } from './ledger.ts'
import { readHead } from './source.ts'
import { undoPreview } from './undo-import.ts'

/** An import whose rows the person may see. */
const readable = async ({ db, user }: Pick<Context, 'db' | 'user'>, id: number): Promise<ImportRecord> => {
  const one = requireFound(await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst(), 'Import')
  requireRight(user, kinds[one.kind].rights.read)
  return one
}

/** The same for what shows its rows: a file of patients may name restricted records, so that only its sender and those who may open all see them. */
const withRows = async ({ db, user, now }: Pick<Context, 'db' | 'user' | 'now'>, id: number): Promise<ImportRecord> => {
  const one = await readable({ db, user }, id)
  if (ofPatients.has(one.kind) && one.created_by !== user.id && (await findHidden(db, user, now)).size > 0)
    throw new Problem(403, 'forbidden', 'Patient rows are shown only to the user who sent the file and to users who may open every record.')
  return one
}

/** How the same headings were read the last time. */
const findRemembered = async (db: Db, kind: (typeof importKinds)[number], headings: string[]) => {
  const { rows } = await sql<{ mapping: Record<string, number>; constants: Record<string, string> }>`
    select mapping, constants from imports where kind = ${kind} and headings = ${headings}::text[] and state <> 'mapping'
    order by id desc limit 1`.execute(db)
  return rows[0]
}

const uploadRoute = ({ files: store }: Pick<Services, 'files'>) =>
  handlePrepared(
    uploadImport,
    async ({ files: { file }, body, user }) => {
      if (!file) throw fieldError('file', 'Choose a file.')
      requireRight(user, kinds[body.kind].rights.run)
      const head = await readHead(file.path, kinds[body.kind])
      const { sha256 } = await store.putFile(file.path)
      return { head, sha256, name: file.name }
    },
    async ({ db, body, user, now, audit, publish, prepared: { head, sha256, name } }) => {
      const { mapping, constants } = (await findRemembered(db, body.kind, head.headings)) ?? proposalOf(kinds[body.kind], head.headings)
      const { id } = await db
        .insertInto('imports')
        .values({
          kind: body.kind,
          file_name: name,
          sha256,
          ...head,
          sample: JSON.stringify(head.sample),
          mapping: JSON.stringify(mapping),
          constants: JSON.stringify(constants),
          asked_by: user.id,
          created_by: user.id,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      audit('upload', { entity: 'import', id, change: { kind: body.kind, file: name, sha256 } })
      publish('imports', id)
      return getImport(db, user, id)
    },
  )

/** Rows by file: in with a trial before and an undoing after, and out in the same columns. */
export const routes = (services: Services): Route[] => [
  handle(listImports, ({ db, user, query }) => findImports(db, user, query)),
  handle(listImportKinds, ({ user: { permissions } }) =>
    Promise.resolve(
      importKinds.map((kind) => {
        const { columns, needs, rights } = kinds[kind]
        return {
          kind,
          columns: columns.map(({ name, required = false, isDay = false }) => ({ name, is_required: required, is_day: isDay })),
          needs: needs.map((group) => [...group]),
          may: { run: permissions.has(rights.run), read: permissions.has(rights.read) },
        }
      }),
    ),
  ),
  handle(importTemplate, ({ db, user, params }) => {
    // What the clinic has is for those who may change it.
    if (kinds[params.kind].ownRows) requireRight(user, kinds[params.kind].rights.run)
    return makeTemplate(db, params.kind)
  }),
  handlePrepared(
    exportKind,
    async ({ db, user, params: { kind }, query: { as = 'csv' }, now }) => {
      requireRight(user, kinds[kind].rights.read)
      return makeExport(services, { db, user, now }, kind, as)
    },
    async ({ params: { kind }, query: { as = 'csv' }, audit, prepared }) => {
      audit('export', { entity: kind, id: null, change: { as } })
      return prepared
    },
  ),
  uploadRoute(services),
  handle(readImport, ({ db, user, params }) => getImport(db, user, params.id)),
  handle(sampleOfImport, async (context) => {
    const { id, sample } = await withRows(context, context.params.id)
    context.audit('read', { entity: 'import', id })
    return sample as string[][]
  }),
  handle(listImportRows, async (context) => {
    const one = await withRows(context, context.params.id)
    context.audit('read', { entity: 'import', id: one.id })
    return findImportRows(context.db, one, context.query, context.now)
  }),
  handle(listImportProblems, async (context) => {
    const one = await withRows(context, context.params.id)
    context.audit('read', { entity: 'import', id: one.id })
    return findImportProblems(context.db, one, context.query)
  }),
  // What is sent page by page is read after the request's transaction, from the pool.
  handlePrepared(
    leftRows,
    async (before) => makeRefusedRows(before.db, await withRows(before, before.params.id)),
    async ({ params: { id }, audit, prepared }) => {
      audit('export', { entity: 'import', id })
      return prepared
    },
  ),
  handle(previewUndo, async (context) => undoPreview(context.db, await readable(context, context.params.id))),
  handlePrepared(
    changeImportReading,
    async ({ db, user, params: { id }, body }) => {
      const one = await readable({ db, user }, id)
      requireRight(user, kinds[one.kind].rights.run)
      // Before the file is read, and again when the import is held.
      refuseReading(one)
      const file = await services.files.checkOut(one.sha256)
      try {
        return await readHead(file.path, kinds[one.kind], body)
      } finally {
        await file.release()
      }
    },
    async (context) => {
      const { id } = context.params
      await changeReading(context, id, context.prepared)
      return getImport(context.db, context.user, id)
    },
  ),
  handle(checkImport, async (context) => {
    await beginCheck(context, context.params.id, context.body)
    return getImport(context.db, context.user, context.params.id)
  }),
  handle(runImport, async (context) => {
    await beginRun(context, context.params.id)
    return getImport(context.db, context.user, context.params.id)
  }),
  handle(stopImport, async (context) => {
    await stopWork(context, context.params.id)
    return getImport(context.db, context.user, context.params.id)
  }),
  handle(undoImport, async (context) => {
    await beginUndo(context, context.params.id)
    return getImport(context.db, context.user, context.params.id)
  }),
  ...clinicExportRoutes(services),
]
