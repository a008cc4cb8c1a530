import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, notFound, stale } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { createLetterTemplate, listLetterTemplates, previewLetterTemplate, updateLetterTemplate } from '../contract.ts'
import { fillIn, placeholderProblem, sampleValues } from '../rules.ts'
import { requireTemplatesRight } from './policy.ts'
import { printLetterWords } from './print-letter.ts'
import { findLetterTemplates, insertLetterTemplate, isTemplateName, lockLetterTemplate, updateLetterTemplateRow } from './queries.ts'

interface Sent {
  name?: string | undefined
  title?: string | undefined
  body?: string | undefined
}
const requirePlaceholders = (sent: Sent) => {
  for (const field of ['title', 'body'] as const) {
    const problem = placeholderProblem(sent[field] ?? '')
    if (problem) throw fieldError(field, problem)
  }
}
const requireFits = async (db: Db, sent: Sent, id: number | null) => {
  requirePlaceholders(sent)
  if (sent.name !== undefined && (await isTemplateName(db, sent.name, id)))
    throw fieldError('name', 'There is a template of this name already.')
}

export const templateRoutes = ({ files, printPdf }: Services): Route[] => [
  handle(listLetterTemplates, ({ db, user }) => {
    requireTemplatesRight(user)
    return findLetterTemplates(db)
  }),

  handle(createLetterTemplate, async ({ db, body, audit, publish }) => {
    await requireFits(db, body, null)
    const template = await insertLetterTemplate(db, body)
    audit('create', { entity: 'letter template', id: template.id, change: body })
    publish('company')
    return template
  }),

  handle(updateLetterTemplate, async ({ db, params, body, ifMatch, audit, publish }) => {
    const before = await lockLetterTemplate(db, params.id)
    if (!before) throw notFound('Template')
    const { version = ifMatch, ...change } = body
    if (version !== null && version !== before.version) throw stale(before)
    await requireFits(db, change, before.id)
    const after = await updateLetterTemplateRow(db, before.id, change)
    audit('change', { entity: 'letter template', id: after.id, change: changedFields(before, after) })
    publish('company')
    return after
  }),

  handlePrepared(
    previewLetterTemplate,
    ({ db, body: { title, body } }) => {
      requirePlaceholders({ title, body })
      return printLetterWords(
        { db, files, printPdf },
        {
          title: fillIn(title, sampleValues),
          body: fillIn(body, sampleValues),
          number: sampleValues['patient.number'],
          stamps: ['SAMPLE'],
          date: sampleValues.today,
          signer: { name: sampleValues['doctor.name'], lines: [] },
          foot: '',
        },
      )
    },
    async ({ prepared: body }) => ({ body, filename: 'sample-letter.pdf', inline: true }),
  ),
]
