import { changedFields } from '#platform/audit/audit.ts'
import { sealedAs, unseal } from '#platform/auth/seal.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { faultOfHost, placeOfUrl, refusalOf } from '#platform/outgoing/destination.ts'
import { findKeptAddresses } from '#platform/outgoing/kept.ts'
import { originOf, outsideAddressFault } from '#platform/http/outside-address.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { AssistantSettings, updateAssistantSettings } from '../contract.ts'
import { type ModelSettings, ModelFailure } from './model/server-reply.ts'
import type { ModelCatalogue } from './model/catalogue.ts'
import { chooseWithModel } from './model/choose.ts'
import { maskQuestion } from './model/mask.ts'

/** A model that is being started by the question may take its time, so that the reply tells how long that is. */
const TRIAL_MS = 10_000

const catalogue: ModelCatalogue = [
  {
    subject: 'visits',
    title: 'Visits',
    measures: [{ name: 'count', title: 'Visits' }],
    dimensions: [
      { name: 'department', title: 'Department', named: true },
      { name: 'gender', title: 'Gender', values: ['female', 'male'] },
    ],
    has_rows: true,
    times: ['day', 'month'],
  },
  {
    subject: 'payments',
    title: 'Payments',
    measures: [{ name: 'amount', title: 'Amount paid' }],
    dimensions: [{ name: 'mode', title: 'Payment mode', named: true }],
    has_rows: true,
    times: ['day', 'month'],
  },
]
const question = maskQuestion('How many visits of women were there in each department?', () => true)
const EXPECTED = JSON.stringify(['visits', 'measure', 'count', ['department'], [['gender', ['female']]], null])

/** Asks the model a question of the program, and answers whether it chose well, in how many milliseconds, and what was wrong otherwise. */
const tryModel = async (settings: ModelSettings) => {
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  try {
    const choice = await chooseWithModel({ ...settings, timeoutMs: TRIAL_MS }, { question, catalogue })
    const chosen =
      choice &&
      JSON.stringify([
        choice.subject,
        choice.ask,
        choice.measure,
        choice.groups,
        choice.filters.map(({ dimension, values }) => [dimension, values]),
        choice.top,
      ])
    const isRight = chosen === EXPECTED
    return { is_right: isRight, took_ms: took(), fault: isRight ? null : ('wrong' as const), detail: '' }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    return { is_right: false, took_ms: took(), fault: error.fault, detail: error.detail }
  }
}

const PURPOSE = 'assistant settings'

const readRow = (db: Db) =>
  db
    .selectFrom('assistant_settings')
    .select(['is_on', 'url', 'model', 'api_key', 'timeout_ms', 'version'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
type Row = Awaited<ReturnType<typeof readRow>>

const shown = ({ api_key, ...rest }: Row): AssistantSettings => ({ ...rest, has_api_key: api_key !== null })

const toModel = async (db: Db, { url, model, api_key, timeout_ms }: Row, codeKey: Buffer): Promise<ModelSettings> => ({
  url,
  model,
  // A key that cannot be opened any more counts as none.
  apiKey: api_key === null ? '' : (unseal(codeKey, PURPOSE, api_key) ?? ''),
  timeoutMs: timeout_ms,
  alsoAllowed: await findKeptAddresses(db),
})

/** The settings as they are answered: whether there is a key, never which. */
export const findAssistantSettings = async (db: Db): Promise<AssistantSettings> => shown(await readRow(db))

/** The model that helps the assistant, or null while none does. */
export const findModel = async (db: Db, codeKey: Buffer): Promise<ModelSettings | null> => {
  const row = await readRow(db)
  return row.is_on ? toModel(db, row, codeKey) : null
}

/** Asks the model as it is set up, on or off; 409 before it is set up. */
export const trySettings = async (db: Db, codeKey: Buffer) => {
  const row = await readRow(db)
  if (row.url === '' || row.model === '') throw conflict('Enter and save the address and the model first.')
  return tryModel(await toModel(db, row, codeKey))
}

/** The address as it is kept: /chat/completions comes after it by itself. */
const baseOf = (typed: string) => typed.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')

const requireUrl = (url: string) => {
  const fault = outsideAddressFault(url)
  if (fault === 'form') throw fieldError('url', 'Enter an address that begins with https://.')
  if (fault === 'password') throw fieldError('url', 'Enter the key in its own field, not in the address.')
  if (fault === 'open') throw fieldError('url', 'Use https://. Without it, others could read the questions and the key in transit.')
  if (/[?#]/.test(url)) throw fieldError('url', 'Enter the address without ? and #.')
}

/** What was set up before addresses were checked stays; where it leads is checked whenever the model is asked. */
const requirePlace = (url: string) => {
  const place = placeOfUrl(url)
  const fault = faultOfHost(place)
  if (fault) throw fieldError('url', refusalOf(fault, place))
}

type Body = ParsedOf<typeof updateAssistantSettings>['body']

const changeOf = ({ is_on, url, model, timeout_ms }: Body) => ({
  ...(is_on !== undefined && { is_on }),
  ...(url !== undefined && { url: baseOf(url ?? '') }),
  ...(model !== undefined && { model: model ?? '' }),
  ...(timeout_ms !== undefined && { timeout_ms }),
})

const requireModel = ({ is_on, url, model }: AssistantSettings) => {
  if (url !== '') requireUrl(url)
  if (is_on && url === '') throw fieldError('url', 'Enter the model address first.')
  if (is_on && model === '') throw fieldError('model', 'Enter the model name first.')
}

type Input = ParsedOf<typeof updateAssistantSettings> & Pick<Context, 'db' | 'ifMatch' | 'audit'>

/** Changes what was sent; 400 for settings with which nothing could be asked, 412 when somebody else changed them since. */
export const changeAssistantSettings = async ({ db, body, ifMatch, audit }: Input, codeKey: Buffer): Promise<AssistantSettings> => {
  await db.selectFrom('assistant_settings').select('id').forUpdate().execute()
  const before = await requireUnchanged(await findAssistantSettings(db), body.version ?? ifMatch)
  const change = changeOf(body)
  const after = { ...before, ...change }
  requireModel(after)
  if (after.url !== '' && after.url !== before.url) requirePlace(after.url)
  // A key is for the server that it was given for: it is never shown to another one by changing the address alone.
  const isOther = before.has_api_key && originOf(after.url) !== originOf(before.url)
  if (isOther && after.url !== '' && body.api_key == null) throw fieldError('api_key', 'Enter the key again for another server.')
  const apiKey = isOther && after.url === '' ? null : sealedAs(codeKey, PURPOSE, body.api_key)
  await db
    .updateTable('assistant_settings')
    .set({ ...change, api_key: apiKey, version: before.version + 1 })
    .where('id', '=', 1)
    .execute()
  audit('change', {
    entity: 'assistant settings',
    id: null,
    change: { ...changedFields({ ...before }, change), ...(apiKey !== undefined && { api_key: 'changed' }) },
  })
  return findAssistantSettings(db)
}
