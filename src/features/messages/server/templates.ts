import { sql } from 'kysely'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, notFound } from '#platform/errors/problem.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { MessageTemplate } from '../contract.ts'
import { render, sampleValues } from '../render.ts'
import { channels, messageKinds, messageLanguages, placeholderProblem, smsSize, type Words } from '../rules.ts'
import { defaultTexts } from './default-texts.ts'

type TemplateKey = Pick<MessageTemplate, 'kind' | 'channel' | 'language'>

type Written = Words & TemplateKey & { changed_at: Date; changed_by_name: string | null; version: number }

const findWritten = async (db: Db): Promise<Written[]> => {
  const { rows } = await sql<Written>`
    select kind, channel, language, subject, body, changed_at, ${nameOf(sql`changed_by`)} as changed_by_name, version
    from message_templates`.execute(db)
  return rows
}

const isOfKind =
  ({ kind, channel, language }: TemplateKey) =>
  (row: TemplateKey) =>
    row.kind === kind && row.channel === channel && row.language === language

const allKeys: TemplateKey[] = messageLanguages.flatMap((language) =>
  messageKinds.flatMap((kind) => channels.map((channel) => ({ kind, channel, language }))),
)

/** The words of every kind, channel and language: the clinic's own, or those that the program brings. */
export const findTemplates = async (db: Db): Promise<MessageTemplate[]> => {
  const written = await findWritten(db)
  const clinic = await db.selectFrom('company').select(['name', 'phone1 as phone']).executeTakeFirstOrThrow()
  return allKeys.map((key) => {
    const own = written.find(isOfKind(key))
    const words = own ?? defaultTexts[key.language][key.kind][key.channel]
    return {
      ...key,
      subject: words.subject,
      body: words.body,
      is_default: !own,
      changed_at: own?.changed_at ?? null,
      changed_by_name: own?.changed_by_name ?? null,
      sms: key.channel === 'sms' ? smsSize(render(words, 'sms', key.language, clinic, sampleValues).body) : null,
      version: own?.version ?? 0,
    }
  })
}

/** The kind, channel and language that an address names; 404 when there is no such message. */
export const templateAt = (named: Record<keyof TemplateKey, string>): TemplateKey => {
  const key = allKeys.find(({ kind, channel, language }) => kind === named.kind && channel === named.channel && language === named.language)
  if (!key) throw notFound('Message')
  return key
}

export const getTemplate = async (db: Db, key: TemplateKey): Promise<MessageTemplate> => {
  const template = (await findTemplates(db)).find(isOfKind(key))
  if (!template) throw new Error('Unknown type of message.')
  return template
}

const requireWords = (field: 'subject' | 'body', words: string) => {
  const problem = placeholderProblem(words)
  if (problem) throw fieldError(field, problem)
  if (words.trim() === '') throw fieldError(field, 'This field is required.')
}

interface Change {
  db: Db
  key: TemplateKey
  words: { subject?: string | undefined; body: string }
  /** The version that the writer has read; 0 for the default words. */
  seen: number | null
  now: Date
  by: number
}

/** Writes words of the clinic's own. 400 naming a placeholder that is not of the list, 412 when somebody else wrote since. */
export const writeTemplate = async ({ db, key, words, seen, now, by }: Change): Promise<MessageTemplate> => {
  // Two who write the first words of their own at once wait for each other here.
  await db.selectFrom('message_settings').select('id').forUpdate().executeTakeFirst()
  const before = await requireUnchanged(await getTemplate(db, key), seen)
  const subject = key.channel === 'email' ? (words.subject ?? before.subject) : ''
  const body = words.body.replaceAll('\r\n', '\n').trim()
  requireWords('body', body)
  if (key.channel === 'email') requireWords('subject', subject)
  const row = { subject, body, changed_at: now, changed_by: by, version: before.version + 1 }
  await db
    .insertInto('message_templates')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['kind', 'channel', 'language']).doUpdateSet(row))
    .execute()
  return getTemplate(db, key)
}

/** Back to the words that the program brings. */
export const deleteTemplate = async (db: Db, { kind, channel, language }: TemplateKey): Promise<MessageTemplate> => {
  await db
    .deleteFrom('message_templates')
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .where('language', '=', language)
    .execute()
  return getTemplate(db, { kind, channel, language })
}
