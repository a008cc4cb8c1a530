import { auditReads } from '#platform/audit/audit.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { notFound } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import {
  addOptOut,
  liftOptOut,
  listMessages,
  listOptOuts,
  sendAgain,
  stopMessage,
  getOptOut,
  optOut,
  takeReport,
  takeReportInQuery,
  getMessageSettings,
  listMessageTemplates,
  resetMessageTemplate,
  testMessageSettings,
  tryMessageConnection,
  updateMessageSettings,
  updateMessageTemplate,
} from '../contract.ts'
import { deleteOptOut, findByToken, findOptOuts, insertOptOut, optOutState, readAddress } from './opt-outs.ts'
import { countMessages, findMessages, queueAgain, stopWaiting } from './outbox.ts'
import { noteReports } from './reports.ts'
import { sendTest, tryConnection } from './send-test.ts'
import { changeMessageSettings, findMessageSettings } from './settings.ts'
import { deleteTemplate, findTemplates, getTemplate, templateAt, writeTemplate } from './templates.ts'

const outbox: Route[] = [
  handle(listMessages, async ({ db, query: { limit: asked, cursor, count, ...filters }, audit }) => {
    const limit = limitOf(asked)
    const [rows, total] = await Promise.all([
      findMessages(db, filters, { cursor: readCursor(cursor), limit: limit + 1 }),
      count ? countMessages(db, filters) : undefined,
    ])
    const page = pageOf(rows, limit, (row) => row.id, total)
    auditReads(audit, 'message', page.rows, filters.patient)
    return page
  }),
  handle(sendAgain, async (context) => {
    const { params, audit, publish } = context
    const message = await queueAgain(context, params.id)
    audit('send again', { entity: 'message', id: message.id, patient: message.patient })
    publish('messages', message.id)
    return message
  }),
  handle(stopMessage, async (context) => {
    const { params, audit, publish } = context
    const message = await stopWaiting(context, params.id)
    audit('stop', { entity: 'message', id: message.id, patient: message.patient })
    publish('messages', message.id)
    return message
  }),
  handle(listOptOuts, ({ db, query }) => findOptOuts(db, query)),
  handle(addOptOut, async ({ db, body, user, now, audit, publish }) => {
    const address = await readAddress(db, body.channel, body.address)
    const row = await insertOptOut(db, body.channel, address, now, user.id)
    audit('opt out', { entity: 'message address', id: null, change: { channel: row.channel, address } })
    publish('messages')
    return row
  }),
  handle(liftOptOut, async ({ db, query, audit, publish }) => {
    const address = await readAddress(db, query.channel, query.address)
    if (!(await deleteOptOut(db, query.channel, address))) throw notFound('Address')
    audit('lift opt-out', { entity: 'message address', id: null, change: { channel: query.channel, address } })
    publish('messages')
  }),
]

const settings = (services: Services): Route[] => [
  handle(getMessageSettings, ({ db }) => findMessageSettings(db, services)),
  handle(updateMessageSettings, async (input) => {
    const changed = await changeMessageSettings(input, services)
    input.publish('messages')
    return changed
  }),
  handlePrepared(
    testMessageSettings,
    ({ db, body }) => sendTest(db, services.codeKey, body.channel, body.address),
    async ({ prepared, body, audit }) => {
      audit('send test', { entity: 'message settings', id: null, change: { ...body, was_sent: prepared.was_sent } })
      return prepared
    },
  ),
  handlePrepared(
    tryMessageConnection,
    ({ db, body }) => tryConnection(db, services.codeKey, body.channel),
    async ({ prepared, body, audit }) => {
      const { is_reached, answer } = prepared
      audit('test connection', { entity: 'message settings', id: null, change: { ...body, is_reached, answer } })
      return prepared
    },
  ),
  handle(listMessageTemplates, ({ db }) => findTemplates(db)),
  handle(updateMessageTemplate, async ({ db, params, body, ifMatch, user, now, audit, publish }) => {
    const key = templateAt(params)
    const { version, ...words } = body
    const before = await getTemplate(db, key)
    const after = await writeTemplate({ db, key, words, seen: version ?? ifMatch, now, by: user.id })
    audit('change', {
      entity: 'message template',
      id: null,
      change: { ...key, subject: [before.subject, after.subject], body: [before.body, after.body] },
    })
    publish('messages')
    return after
  }),
  handle(resetMessageTemplate, async ({ db, params, audit, publish }) => {
    const key = templateAt(params)
    const template = await deleteTemplate(db, key)
    audit('reset', { entity: 'message template', id: null, change: key })
    publish('messages')
    return template
  }),
]

const toAll = ({ codeKey }: Services): Route[] => [
  handle(getOptOut, async ({ db, params }) => optOutState(db, await findByToken(db, codeKey, params.token))),
  handle(optOut, async ({ db, params, now, audit, publish }) => {
    const { id, channel, address, patient_id } = await findByToken(db, codeKey, params.token)
    await insertOptOut(db, channel, address, now, null)
    audit('opt out', { entity: 'message', id, patient: patient_id })
    publish('messages')
    return optOutState(db, { channel, address })
  }),
  handle(takeReport, async ({ db, params, sent, now, publish }) => {
    if (await noteReports(db, params.key, sent, now)) publish('messages')
  }),
  handle(takeReportInQuery, async ({ db, params, sent, now, publish }) => {
    if (await noteReports(db, params.key, sent, now)) publish('messages')
  }),
]

export const routes = (services: Services): Route[] => [...outbox, ...settings(services), ...toAll(services)]
