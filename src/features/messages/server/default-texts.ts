import { oneOf, optional, parsed, text } from '#platform/knowledge/columns.ts'
import { KnowledgeError, readTable } from '#platform/knowledge/read-table.ts'
import { type Channel, channels, type MessageKind, messageKinds, type MessageLanguage, messageLanguages, type Words } from '../rules.ts'

const table = readTable(
  new URL('../knowledge/default-texts.tsv', import.meta.url),
  {
    language: oneOf(messageLanguages),
    kind: oneOf(messageKinds),
    channel: oneOf(channels),
    subject: optional(text),
    body: parsed((cell) => cell.replaceAll(String.raw`\n`, '\n')),
  },
  ['language', 'kind', 'channel'],
)

const signature = '\n\n{clinic}\n{clinic_phone}'
const textAt = (language: MessageLanguage, kind: MessageKind, channel: Channel): Words => {
  const row = table.rows.find((one) => one.language === language && one.kind === kind && one.channel === channel)
  if (!row) throw new KnowledgeError(`${table.file}: no row is for ${language}, ${kind}, ${channel}`)
  return { subject: row.subject ?? '', body: channel === 'email' ? `${row.body}${signature}` : row.body }
}
const record = <K extends string, T>(keys: readonly K[], of: (key: K) => T): Record<K, T> => {
  const all = {} as Record<K, T>
  for (const key of keys) all[key] = of(key)
  return all
}

/** What every message says until the clinic writes words of its own. */
export const defaultTexts: Record<MessageLanguage, Record<MessageKind, Record<Channel, Words>>> = record(messageLanguages, (language) =>
  record(messageKinds, (kind) => record(channels, (channel) => textAt(language, kind, channel))),
)

/** The line at the end of an e-mail, before the link. */
export const optOutTexts: Record<MessageLanguage, string> = {
  en: 'To get no more messages at this address:',
  sw: 'Ili usipokee tena ujumbe kwenye anwani hii:',
  fr: 'Pour ne plus recevoir de messages à cette adresse :',
}
