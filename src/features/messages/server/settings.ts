import { randomBytes } from 'node:crypto'
import { changedFields } from '#platform/audit/audit.ts'
import { sealedAs } from '#platform/auth/seal.ts'
import { isReservedName } from '#shared/dictionary.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { faultOfHost, placeOfUrl, refusalOf, type Place } from '#platform/outgoing/destination.ts'
import { isThisMachine, originOf, outsideAddressFault } from '#platform/http/outside-address.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { MessageSettings, updateMessageSettings } from '../contract.ts'
import { FieldPathFault, nestFields } from '../field-paths.ts'
import { PURPOSE } from './sealed.ts'

type Frame = { codeKey: Buffer; publicUrl?: string | undefined }

/** The settings as they are answered: whether there are passwords, never which. */
export const findMessageSettings = async (db: Db, { publicUrl }: Pick<Frame, 'publicUrl'>): Promise<MessageSettings> => {
  const { smtp_password, sms_authorization, report_key, quiet_from, quiet_to, ...rest } = await db
    .selectFrom('message_settings')
    .selectAll()
    .executeTakeFirstOrThrow()
  const { is_demo } = await db.selectFrom('company').select('is_demo').executeTakeFirstOrThrow()
  return {
    ...(rest as unknown as MessageSettings),
    quiet_from: quiet_from.slice(0, 5),
    quiet_to: quiet_to.slice(0, 5),
    has_smtp_password: smtp_password !== null,
    has_sms_authorization: sms_authorization !== null,
    report_path: report_key ? `/messages/reports/${report_key}/` : '',
    is_demo,
    public_url: publicUrl ?? null,
  }
}

const requireEmail = ({ email_is_on, smtp_host, from_address, smtp_security }: MessageSettings) => {
  if (smtp_security === 'none' && smtp_host !== '' && !isThisMachine(smtp_host))
    throw fieldError('smtp_security', 'Without encryption, only a mail server on this server itself can be used.')
  if (!email_is_on) return
  if (smtp_host === '') throw fieldError('smtp_host', 'Enter the mail server first.')
  if (from_address === '') throw fieldError('from_address', 'Enter the sender address.')
}

/** What was set up before addresses were checked stays; where it leads is checked whenever something is sent. */
const requirePlace = (field: string, place: Place) => {
  const fault = faultOfHost(place)
  if (fault) throw fieldError(field, refusalOf(fault, place))
}

const requireUrl = (address: string) => {
  const fault = outsideAddressFault(address)
  if (fault === 'form') throw fieldError('sms_url', 'Enter an address that begins with https://.')
  if (fault === 'password') throw fieldError('sms_url', 'Enter passwords in the authorization, not in the address.')
  if (fault === 'open') throw fieldError('sms_url', 'Use https://: without it, others could read numbers and texts on the way.')
}

/** The body that the gateway would get has to be one that can be built. */
const requireFields = (fields: MessageSettings['sms_fields']) => {
  try {
    nestFields(Object.entries(fields))
  } catch (error) {
    throw error instanceof FieldPathFault ? fieldError('sms_fields', error.message) : error
  }
}

const requireIdPath = (path: string) => {
  const reserved = path.split('.').find(isReservedName)
  if (reserved !== undefined)
    throw fieldError('sms_id_path', `The path “${path}” contains “${reserved}”, which is not allowed. Write names such as data.id.`)
}

const requireSms = ({ sms_is_on, sms_url, sms_fields, sms_id_path }: MessageSettings) => {
  requireFields(sms_fields)
  requireIdPath(sms_id_path)
  for (const words of Object.values(sms_fields)) {
    if (/\{(?!(to|text|from|id)\})/.test(words))
      throw fieldError('sms_fields', 'Use {to}, {text}, {from} and {id} and no other placeholder.')
  }
  if (sms_url !== '') requireUrl(sms_url)
  if (!sms_is_on) return
  if (sms_url === '') throw fieldError('sms_url', 'Enter the gateway’s address first.')
  const all = Object.values(sms_fields).join(' ')
  if (!all.includes('{to}') || !all.includes('{text}')) throw fieldError('sms_fields', 'Include the number {to} and the text {text}.')
}

/** A form sends an emptied box as null. */
const withoutNulls = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, (value as unknown) === null ? '' : (value as unknown)])) as {
    [K in keyof T]: Exclude<T[K], null>
  }

type Input = ParsedOf<typeof updateMessageSettings> & Pick<Context, 'db' | 'ifMatch' | 'audit'>

/** Changes what was sent; 400 for settings with which nothing could be sent, 412 when somebody else changed them since. */
export const changeMessageSettings = async ({ db, body, ifMatch, audit }: Input, frame: Frame): Promise<MessageSettings> => {
  const row = await db.selectFrom('message_settings').selectAll().forUpdate().executeTakeFirstOrThrow()
  const before = await findMessageSettings(db, frame)
  const { smtp_password, sms_authorization, new_report_key, version, ...sent } = body
  const plain = withoutNulls(sent)
  await requireUnchanged(row, version ?? ifMatch, () => before)
  const after = { ...before, ...plain }
  requireEmail(after)
  requireSms(after)
  const isMoved = after.smtp_host !== before.smtp_host || after.smtp_port !== before.smtp_port
  if (after.smtp_host !== '' && isMoved) requirePlace('smtp_host', { host: after.smtp_host, port: after.smtp_port })
  if (after.sms_url !== '' && after.sms_url !== before.sms_url) requirePlace('sms_url', placeOfUrl(after.sms_url))
  // A password is for the server that it was given for: it is never shown to another one by changing the address alone.
  const isOtherServer = after.smtp_host !== before.smtp_host
  const isOtherGateway = originOf(after.sms_url) !== originOf(before.sms_url)
  if (isOtherServer && before.has_smtp_password && (smtp_password ?? null) === null)
    throw fieldError('smtp_password', 'Enter the password again for another mail server.')
  if (isOtherGateway && before.has_sms_authorization && (sms_authorization ?? null) === null)
    throw fieldError('sms_authorization', 'Enter the authorization again for another gateway.')
  const needsKey = new_report_key === true || (after.sms_is_on && row.report_key === '')
  await db
    .updateTable('message_settings')
    .set({
      ...plain,
      ...(plain.sms_fields && { sms_fields: JSON.stringify(plain.sms_fields) }),
      smtp_password: sealedAs(frame.codeKey, PURPOSE, smtp_password),
      sms_authorization: sealedAs(frame.codeKey, PURPOSE, sms_authorization),
      ...(needsKey && { report_key: randomBytes(24).toString('base64url') }),
      version: row.version + 1,
    })
    .execute()
  audit('change', {
    entity: 'message settings',
    id: null,
    change: {
      ...changedFields({ ...before }, plain),
      ...(smtp_password != null && { smtp_password: 'changed' }),
      ...(sms_authorization != null && { sms_authorization: 'changed' }),
      ...(needsKey && { report_key: 'changed' }),
    },
  })
  return findMessageSettings(db, frame)
}
