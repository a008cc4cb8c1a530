import { z } from 'zod'
import { linesOf, type PrintKind, printKinds, printOffers, printTexts, PrintWording } from '#features/company/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields } from '#shared/paging.ts'
import { prose } from '#shared/text.ts'

const MOST = 1000

/** The first thing that a wording says and this kind of paper has no room for: the field, and why. */
export const wordingProblem = (kind: PrintKind, wording: PrintWording): [field: string, reason: string] | null => {
  const { texts, sizes, hasLanguages, blocks } = printOffers[kind]
  for (const name of printTexts) {
    const room = texts[name]
    if (wording[name].trim() === '') continue
    if (!room) return [name, 'This document has no field for this text.']
    if (linesOf(wording[name]).length > room.lines) return [name, 'Too many lines for this document.']
    if (wording[name].length > room.length) return [name, 'This text is too long for this document.']
  }
  if (wording.size !== '' && !sizes.includes(wording.size)) return ['size', 'This document cannot be printed in this size.']
  if (wording.language !== '' && !hasLanguages) return ['language', 'This document is available in one language only.']
  if (wording.hidden.some((block) => !blocks.includes(block)))
    return ['hidden', 'One of these parts is not available on this document, or cannot be hidden.']
  return null
}

const WordingInput = PrintWording.extend({
  header: prose(MOST),
  footer: prose(MOST),
  thanks: prose(MOST),
  hidden: PrintWording.shape.hidden.refine((hidden) => new Set(hidden).size === hidden.length, 'Each part may be listed only once.'),
})
/** The version that the change starts from; 0 is the program's own wording. */
const version = { version: z.int().min(0).optional() }
const ByKind = fields({ kind: z.string().max(40) })

export const PrintTemplate = PrintWording.extend({
  kind: z.enum(printKinds),
  is_standard: z.boolean(),
  changed_at: z.date().nullable(),
  changed_by_name: z.string().nullable(),
  version: z.int(),
}).meta({ id: 'PaperTemplate' })
export type PrintTemplate = z.output<typeof PrintTemplate>

export const listPrintTemplates = endpoint({
  method: 'GET',
  path: '/templates/papers/',
  summary: 'How each kind of paper is worded: its texts, size, language and the parts that are left out',
  access: 'company.change',
  live: ['company'],
  response: z.array(PrintTemplate),
})

export const updatePrintTemplate = endpoint({
  method: 'PUT',
  path: '/templates/papers/{kind}/',
  summary: 'Word a kind of paper from now on; texts are printed as they are typed, whatever stands in them',
  access: 'company.change',
  params: ByKind,
  body: WordingInput.extend(version),
  response: PrintTemplate,
})

export const resetPrintTemplate = endpoint({
  method: 'POST',
  path: '/templates/papers/{kind}/reset/',
  summary: 'Print a kind of paper as the program brings it',
  access: 'company.change',
  params: ByKind,
  body: fields(version),
  response: PrintTemplate,
})

export const previewPrint = endpoint({
  method: 'POST',
  path: '/templates/papers/{kind}/preview/',
  summary: 'A sample of a kind of paper as PDF, of an invented patient, worded as sent; nothing is kept',
  access: 'company.change',
  audit: 'none',
  idempotent: false,
  params: ByKind,
  body: WordingInput,
  produces: 'application/pdf',
  response: z.void(),
})
