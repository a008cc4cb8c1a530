import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { fileOf, tableFile } from '#platform/tables/render.ts'
import * as contract from '../contract.ts'
import { getAssistantSettings, tryAssistantSettings, updateAssistantSettings } from '../contract.ts'
import { queryText } from '../query.ts'
import { readQuestion, type Reading } from '../read/read-question.ts'
import { answer } from '../answer/answer.ts'
import { sayValue } from '../answer/say.ts'
import { findClinic, knowledgeFor, stillKnown } from './engine.ts'
import { greet, openExamples } from './greeting.ts'
import { tableOf } from './message-table.ts'
import { deleteMessages, findBefore, findMessage, findMessages, keepMessage } from './messages.ts'
import { openModelHelp } from './model/model-help.ts'
import { readWithModel } from './model-reading.ts'
import { findModel, changeAssistantSettings, findAssistantSettings, trySettings } from './settings.ts'
import { openVocabularies } from './vocabularies.ts'

const settingsRoutes = ({ codeKey }: Services): Route[] => [
  handle(getAssistantSettings, ({ db }) => findAssistantSettings(db)),
  handle(updateAssistantSettings, (input) => changeAssistantSettings(input, codeKey)),
  handlePrepared(
    tryAssistantSettings,
    ({ db }) => trySettings(db, codeKey),
    async ({ prepared, audit }) => {
      const { is_right, fault } = prepared
      audit('try', { entity: 'assistant settings', id: null, change: { is_right, fault } })
      return prepared
    },
  ),
]

/** A model is asked only for what we could not read; it is not asked for actions, advice, or what the person may not see. */
const mayHelp = (reading: Reading) => reading.is === 'refused' && (reading.reason === 'words' || reading.reason === 'nothing')

/** Questions in plain words, answered from the catalogue over connections that can only read. */
export const routes = (services: Services): Route[] => {
  const { reader, printPdf, codeKey } = services
  const vocabularies = openVocabularies(reader)
  const examples = openExamples(reader, vocabularies)
  const help = openModelHelp()
  return [
    handle(contract.getGreeting, async ({ user, now }) => {
      const clinic = await findClinic(reader, now)
      return greet(user, await examples.find(user, clinic, now))
    }),
    handlePrepared(
      contract.ask,
      async ({ body: { question, follows }, db, user, now }) => {
        const clinic = await findClinic(reader, now)
        const before = stillKnown(await findBefore(db, user, follows, now))
        const own = services.readerOf(user)
        const knowledge = await knowledgeFor(user, before, clinic, { reader: own, vocabularies, now })
        const asked = { question, person: user, clinic, reader: own, now, examples: () => examples.find(user, clinic, now) }
        const reading = await readQuestion(question, knowledge)
        const settings = user.role !== 'patient' && mayHelp(reading) ? await findModel(db, codeKey) : null
        const chosen = settings && (await readWithModel(question, knowledge, { settings, help }))
        const answered = await answer(chosen ?? reading, asked)
        return { ...answered, reply: { ...answered.reply, is_chosen_by_model: chosen !== null } }
      },
      async ({ body: { question }, db, user, now, prepared, audit }) => {
        const asked = prepared.query && queryText(prepared.query)
        audit('ask', { entity: 'assistant', id: null, patient: prepared.patient, change: { asked, status: prepared.reply.status } })
        return keepMessage(db, user, { question, now, answer: prepared })
      },
    ),
    handle(contract.listMessages, ({ db, user, query, now }) => findMessages(db, user, query, now)),
    handlePrepared(
      contract.getMessageTable,
      async ({ params, db, user, now, type }) => {
        const message = await findMessage(db, user, params.id)
        const clinic = await findClinic(reader, now)
        const table = tableOf(message, clinic)
        const head = { clinic: clinic.name, printed: sayValue(now, 'instant', clinic) }
        const file = fileOf(type) ? await tableFile(table, type, { name: 'answer', printPdf, head }) : null
        return { message, table, file }
      },
      async ({ prepared: { message, table, file }, audit, type }) => {
        audit('read', { entity: 'assistant', id: message.id, patient: message.patient_id, change: { as: type } })
        return file ?? table
      },
    ),
    handle(contract.deleteMessage, async ({ db, user, params, audit }) => {
      await deleteMessages(db, user, params.id)
      audit('delete', { entity: 'assistant', id: params.id })
    }),
    handle(contract.deleteMessages, async ({ db, user, audit }) => {
      const count = await deleteMessages(db, user)
      audit('delete', { entity: 'assistant', id: null, change: { count } })
    }),
    ...settingsRoutes(services),
  ]
}
