import { readHeadWords } from '#features/company/public.ts'
import { requirePatient } from '#features/patients/public.ts'
import { findSigner, requireRegistration, signerLines, type Signer } from '#features/users/public.ts'
import { dayIn } from '#shared/dates.ts'
import { auditReads, changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, requireFound } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import { requireOpenRecord } from '#platform/http/restricted.ts'
import type { Services } from '#platform/services.ts'
import {
  fillLetterTemplate,
  listLetters,
  previewLetter,
  printLetter,
  signLetter,
  createLetterTemplate,
  listLetterTemplates,
  previewLetterTemplate,
  updateLetterTemplate,
} from '../contract.ts'
import { blanksIn, fillIn, hasPlaceholders, placeholderProblem, sampleValues } from '../rules.ts'
import type { PdfLocale } from '#platform/pdf/pdf-locale.ts'
import { changeFrom } from '#platform/records/version.ts'
import { readPage } from '#platform/db/keyset.ts'
import { readLetterValues, readPdfLocale } from './facts.ts'
import { printLetterWords } from './print-letter.ts'
import {
  countLetters,
  findLetter,
  findLetters,
  findLetterTemplate,
  insertLetter,
  findLetterTemplates,
  insertLetterTemplate,
  isTemplateName,
  lockLetterTemplate,
  updateLetterTemplateRow,
} from './queries.ts'
import { requireTemplatesRight } from './policy.ts'

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
    throw fieldError('name', 'A template with this name already exists.')
}

const templateRoutes = ({ files, printPdf }: Services): Route[] => [
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
    const { before, change } = await changeFrom(await lockLetterTemplate(db, params.id), body, { ifMatch, what: 'Template' })
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

const requireFilled = ({ title, body }: { title: string; body: string }) => {
  for (const [field, text] of [
    ['title', title],
    ['body', body],
  ] as const) {
    if (hasPlaceholders(text)) throw fieldError(field, 'Fill in or remove the text in double braces.')
    if (blanksIn(text).length > 0) throw fieldError(field, 'Fill in or remove the blanks: ___.')
  }
}
/** Who signs, with title and registration as documents print them. */
const blockOf = (name: string, signer: Signer, t: PdfLocale['t']) => ({ name, lines: signerLines(signer, t) })
const requireTemplate = async (db: Db, id: number | null | undefined) => {
  if (id != null && !(await findLetterTemplate(db, id))) throw fieldError('template', 'Template not found.')
}

const written = ({ files, printPdf }: Services): Route[] => [
  handle(fillLetterTemplate, async ({ db, query: { template: id, patient, visit = null }, user, now, audit }) => {
    const template = requireFound(await findLetterTemplate(db, id), 'Template')
    const values = await readLetterValues(db, { patient, visit }, user, now)
    audit('read', { entity: 'letter draft', id: null, patient })
    return { title: fillIn(template.title, values), body: fillIn(template.body, values) }
  }),

  handlePrepared(
    previewLetter,
    async ({ db, body: { patient, visit = null, title, body }, user, now }) => {
      await requireOpenRecord(db, user, now, patient)
      const values = await readLetterValues(db, { patient, visit }, user, now)
      const { t } = await readPdfLocale(db)
      const words = {
        title,
        body,
        number: null,
        stamps: [t('Draft').toUpperCase()],
        date: values.today,
        signer: blockOf(values['doctor.name'], await findSigner(db, user.id), t),
        foot: values['patient.name'],
      }
      return printLetterWords({ db, files, printPdf }, words)
    },
    async ({ prepared: body }) => ({ body, filename: 'letter-draft.pdf', inline: true }),
  ),

  handle(signLetter, async ({ db, body: sent, user, now, audit, publish }) => {
    const { patient, visit = null, template = null, title, body } = sent
    requireFilled(sent)
    await requireRegistration(db, user)
    await requireTemplate(db, template)
    const values = await readLetterValues(db, { patient, visit }, user, now)
    const said = {
      patient: values['patient.name'],
      patient_number: values['patient.number'],
      signer: values['doctor.name'],
      signed_as: await findSigner(db, user.id),
      date: values.today,
      clinic: await readHeadWords(db, 'letter'),
    }
    const today = dayIn((await readPdfLocale(db)).zone, now)
    const row = { patient_id: patient, visit_id: visit, template_id: template, title, body, signed_at: now, signed_by: user.id }
    const id = await insertLetter(db, { ...row, said: JSON.stringify(said) }, today)
    const letter = (await findLetter(db, id))!
    audit('sign', { entity: 'letter', id, patient, change: { number: letter.number, title, visit, template } })
    publish('letters', id)
    return letter
  }),
]

const read = ({ files, printPdf }: Services): Route[] => [
  handle(listLetters, ({ db, query, audit }) => {
    const { patient } = query
    auditReads(audit, 'letters', [], patient)
    return readPage(query, {
      find: (position) => findLetters(db, patient, position),
      ifEmpty: () => requirePatient(db, patient),
      count: () => countLetters(db, patient),
    })
  }),

  handlePrepared(
    printLetter,
    async ({ db, params, user, now }) => {
      const letter = requireFound(await findLetter(db, params.id), 'Letter')
      const { title, body, number, patient, said, signed_by } = letter
      const { t, moment } = await readPdfLocale(db)
      const printed = t('Printed {when} by {who}', { when: moment(now), who: `${user.first_name} ${user.last_name}`.trim() })
      const foot = `${said.patient} · ${said.patient_number} · ${printed}`
      const pdf = await printLetterWords(
        { db, files, printPdf },
        {
          title,
          body,
          number,
          stamps: [],
          date: said.date,
          signer: blockOf(said.signer, said.signed_as ?? (await findSigner(db, signed_by)), t),
          foot,
        },
        { said: said.clinic },
      )
      return { pdf, number, patient }
    },
    async ({ params, prepared: { pdf, number, patient }, audit }) => {
      audit('print', { entity: 'letter', id: params.id, patient })
      return { body: pdf, filename: `letter-${number.replaceAll('/', '-')}.pdf`, inline: true }
    },
  ),
]

/** Letters about patients: templates, what is signed, and its paper. */
export const routes = (services: Services): Route[] => [...templateRoutes(services), ...written(services), ...read(services)]
