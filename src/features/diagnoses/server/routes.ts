import { changedFields } from '#platform/audit/audit.ts'
import { writeCsv } from '#platform/csv/write-csv.ts'
import { limitOf, readPlace, readPage } from '#platform/db/keyset.ts'
import { fieldError } from '#platform/errors/problem.ts'
import { handle } from '#platform/http/handle.ts'
import { changeFrom } from '#platform/records/version.ts'
import {
  createDiagnosisCode,
  exportDiagnosisCodes,
  importDiagnosisCodes,
  listDiagnosisCodes,
  updateDiagnosisCode,
  type DiagnosisSystem,
} from '../contract.ts'
import { isCodeOf, tidyCode } from '../rules.ts'
import { countCodes, findCodeCells, findCodes, insertCode, lockCode, updateCodeRow } from './codes.ts'
import { importCodesFrom } from './import-codes.ts'
import { searchCodes } from './search-codes.ts'

const ENTITY = 'diagnosis code'

/** The code as it is kept; a 400 when its classification has no such codes, or none is named where one is needed. */
const checkedCode = (system: DiagnosisSystem, typed: string | null | undefined): string | null => {
  if (typed == null) {
    if (system === 'local') return null
    throw fieldError('code', 'Enter the code.')
  }
  const code = tidyCode(system, typed)
  if (!isCodeOf(system, code)) throw fieldError('code', 'This code is not valid in that classification.')
  return code
}

export const routes = () => [
  handle(listDiagnosisCodes, async ({ db, query }) => {
    const { q, limit, cursor } = query
    if (q !== undefined && q.trim() !== '') return searchCodes(db, q, query, { limit: limitOf(limit), place: readPlace(cursor) })
    return readPage(query, {
      find: (position) => findCodes(db, query, position),
      by: ({ sort_code }) => sort_code,
      count: () => countCodes(db, query),
    })
  }),

  handle(createDiagnosisCode, async ({ db, body, audit, publish }) => {
    const { system, title, plain_title, icd11_code, synonyms = [] } = body
    const code = checkedCode(system, body.code)
    const row = await insertCode(db, { system, code, title, plain_title, icd11_code, synonyms, source: 'clinic' })
    audit('create', { entity: ENTITY, id: row.id, change: body })
    publish('diagnoses', row.id)
    return row
  }),

  handle(updateDiagnosisCode, async ({ db, params, body, ifMatch, audit, publish }) => {
    const { before, change } = await changeFrom(await lockCode(db, params.id), body, { ifMatch, what: 'Diagnosis' })
    const after = await updateCodeRow(db, before.id, change)
    audit('change', { entity: ENTITY, id: after.id, change: changedFields(before, after) })
    publish('diagnoses', after.id)
    return after
  }),

  handle(exportDiagnosisCodes, async ({ db, now, audit }) => {
    const rows = await findCodeCells(db)
    audit('export', { entity: ENTITY, id: null, change: { rows: rows.length } })
    return {
      body: writeCsv(['system', 'code', 'title', 'plain_title', 'icd11', 'synonyms', 'active'], rows),
      filename: `Diagnoses ${now.toISOString().slice(0, 10)}.csv`,
    }
  }),
  handle(importDiagnosisCodes, importCodesFrom),
]
