import { type PrintKind, printKinds, type PrintWording, standardWording } from '#features/company/contract.ts'
import { lockCompany, writePrintWording } from '#features/company/public.ts'
import { changedFields } from '#platform/audit/audit.ts'
import { fieldError, notFound } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Context, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { listPrintTemplates, previewPrint, resetPrintTemplate, updatePrintTemplate, wordingProblem } from '../contract.ts'
import { printSample } from './samples/print-sample.ts'
import { findTemplates, getTemplate } from './templates.ts'

const kindAt = (named: string): PrintKind => {
  const kind = printKinds.find((one) => one === named)
  if (!kind) throw notFound('Print template')
  return kind
}

const requireFitting = (kind: PrintKind, wording: PrintWording) => {
  const problem = wordingProblem(kind, wording)
  if (problem) throw fieldError(...problem)
}

type Writing = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

/** Keeps a wording, one person after the other; 412 when somebody else worded this kind since `seen`. */
const word = async ({ db, user, now, audit, publish }: Writing, kind: PrintKind, wording: PrintWording, seen: number | null) => {
  await lockCompany(db)
  const before = await requireUnchanged(await getTemplate(db, kind), seen)
  await writePrintWording(db, kind, wording, { id: user.id, now })
  audit('change', { entity: 'paper wording', id: null, change: { kind, ...changedFields(before, { ...before, ...wording }) } })
  publish('company')
  return getTemplate(db, kind)
}

export const routes = ({ files, printPdf, publicUrl }: Services): Route[] => [
  handle(listPrintTemplates, ({ db }) => findTemplates(db)),

  handle(updatePrintTemplate, (context) => {
    const kind = kindAt(context.params.kind)
    const { version = context.ifMatch, ...wording } = context.body
    requireFitting(kind, wording)
    return word(context, kind, wording, version)
  }),

  handle(resetPrintTemplate, (context) => {
    const { version = context.ifMatch } = context.body
    return word(context, kindAt(context.params.kind), standardWording, version)
  }),

  handlePrepared(
    previewPrint,
    ({ db, params, body, now, user, request }) => {
      const kind = kindAt(params.kind)
      requireFitting(kind, body)
      return printSample({ db, files, printPdf, now, user, address: publicUrl ?? request.origin }, kind, body)
    },
    async ({ params: { kind }, prepared: body }) => ({ body, filename: `sample-${kind}.pdf`, inline: true }),
  ),
]
