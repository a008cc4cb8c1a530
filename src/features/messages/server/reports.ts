import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { notFound } from '#platform/errors/problem.ts'
import { isSame } from './sealed.ts'

/** What gateways call these two, in small letters without hyphens and underscores. */
const ID_NAMES = ['messageid', 'messagesid', 'smssid', 'smsid', 'msgid', 'requestid', 'reference', 'id']
const STATUS_NAMES = ['status', 'messagestatus', 'smsstatus', 'deliverystatus', 'dlrstatus', 'state', 'groupname']
const DELIVERED = new Set(['delivered', 'delivrd', 'success', 'received', 'read'])
const FAILED = new Set([
  'failed',
  'failure',
  'undelivered',
  'undeliv',
  'undeliverable',
  'rejected',
  'rejectd',
  'expired',
  'error',
  'deleted',
])
/** More than any report needs. */
const MAX_STEPS = 500

const bare = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')
const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** The first text of one of these names in an object, the names in their order. */
const textOf = (within: object, names: readonly string[]): string | null => {
  const found = new Map(Object.entries(within).map(([name, value]) => [bare(name), value as unknown]))
  for (const name of names) {
    const value = found.get(name)
    if (isText(value)) return String(value)
  }
  return null
}

const objectsIn = (sent: unknown): object[] => {
  const objects: object[] = []
  const open: unknown[] = [sent]
  for (let step = 0; step < MAX_STEPS && open.length > 0; step++) {
    const next = open.shift()
    if (typeof next !== 'object' || next === null) continue
    if (!Array.isArray(next)) objects.push(next)
    open.push(...(Object.values(next) as unknown[]).slice(0, MAX_STEPS))
  }
  return objects
}

interface Report {
  id: string
  status: string
}

/** Every pair of an id and a status in what a gateway sent, whatever it calls them and however deep they lie. */
export const reportsIn = (sent: unknown): Report[] =>
  objectsIn(sent).flatMap((one) => {
    const id = textOf(one, ID_NAMES)
    const status =
      id === null
        ? null
        : (textOf(one, STATUS_NAMES) ??
          objectsIn(one)
            .map((inner) => textOf(inner, STATUS_NAMES))
            .find(Boolean))
    return id !== null && status && id.length <= 200 ? [{ id, status }] : []
  })

const outcomeOf = (status: string) => {
  const word = bare(status)
  if (DELIVERED.has(word)) return 'delivered'
  return FAILED.has(word) ? 'failed' : null
}

/** One that names no id of ours, and one that was sent with a wrong key, get the same refusal. */
const refused = () => notFound('Report')

/** Notes what the gateway reports; words it does not finish with ("sent", "buffered") change nothing. True when something changed. */
export const noteReports = async (db: Db, key: string, sent: unknown, now: Date): Promise<boolean> => {
  const { report_key } = await db.selectFrom('message_settings').select('report_key').executeTakeFirstOrThrow()
  if (!isSame(report_key, key) || report_key === '') throw refused()
  let known = 0
  let changed = 0
  for (const { id, status } of reportsIn(sent)) {
    const own = /^\d{1,9}$/.test(id) ? Number(id) : 0
    const { rows } = await sql<{ id: number }>`
      select id from messages where channel = 'sms' and (provider_id = ${id} or (provider_id is null and id = ${own}))`.execute(db)
    const ids = rows.map((row) => row.id)
    known += ids.length
    const outcome = outcomeOf(status)
    if (outcome === null || ids.length === 0) continue
    const { numAffectedRows = 0n } = await sql`
      update messages set state = ${outcome}, delivered_at = ${outcome === 'delivered' ? now : null},
        reason = ${outcome === 'delivered' ? '' : `The gateway says: ${bare(status)}`}
      where id = any(${ids}) and state in ('sending', 'sent', 'failed') and state <> ${outcome}`.execute(db)
    changed += Number(numAffectedRows)
  }
  if (known === 0) throw refused()
  return changed > 0
}
