import type { Db } from '#platform/db/connect.ts'
import { problemOf } from '#platform/errors/wire.ts'
import { subjectOf } from '../catalogue.ts'
import { plainText, tokensOf } from '../language/tokens.ts'
import type { ChatReply } from '../contract.ts'
import type { Query } from '../query.ts'
import type { Reading } from '../read/read-question.ts'
import { rightsFor, rightsToRows } from '../rights.ts'
import { columnsFor } from '../server/compile.ts'
import type { Clinic, Person } from '../server/engine.ts'
import { nearestTo, type Example } from '../server/greeting.ts'
import { refusalText, TOO_LONG } from '../server/refusals.ts'
import { runQuery, TooLong, type Found } from '../server/run-query.ts'
import { showFigures } from './figures.ts'
import { filterTexts } from './filter-text.ts'
import type { Answering, Shown } from './answering.ts'
import { showCourse, showRows } from './rows.ts'

/** An answer before it is kept. */
export interface Answer {
  reply: Omit<ChatReply, 'id' | 'asked_at' | 'question'>
  query: Query | null
  needs: string[]
  patient: number | null
}

const empty: Omit<Answer['reply'], 'status' | 'response'> = {
  structured_data: [],
  visualization: null,
  query_type: 'unknown',
  columns: [],
  row_links: [],
  filter: [],
  links: [],
  suggestions: [],
  is_cut: false,
  is_chosen_by_model: false,
}

const without = (status: ChatReply['status'], response: string, suggestions: readonly string[]): Answer => ({
  reply: { ...empty, status, response, suggestions: [...suggestions] },
  query: null,
  needs: [],
  patient: null,
})

const show = (found: Found, answering: Answering): Shown => {
  const { ask } = answering.query
  if (ask === 'change') return showCourse(found, answering)
  return ask === 'measure' ? showFigures(found, answering) : showRows(found, answering)
}

const linksOf = ({ query, subject, asker }: Answering): ChatReply['links'] => {
  if (asker.role === 'patient') return []
  const patient = query.patient ? [{ label: query.patient.label, to: `/dashboard/patients/${query.patient.id}` }] : []
  return [...patient, subject.screen]
}

interface Asked {
  question: string
  person: Person
  clinic: Clinic
  reader: Db
  now: Date
  /** What is offered instead of an answer. */
  examples: () => Promise<readonly Example[]>
}

/** Every right without which this would not have been answered, or not all of it been shown. */
const needsOf = (answering: Answering): string[] => {
  const { query, subject, asker } = answering
  if (asker.role === 'patient') return []
  const isRows = query.ask !== 'measure' && query.ask !== 'change'
  const shown = isRows ? columnsFor(answering).flatMap(({ access = [] }) => access) : []
  return [...new Set([...rightsFor(query, subject), ...rightsToRows(asker, subject), ...shown])]
}

const replyTo = async (query: Query, changes: readonly (readonly [string, string])[], asked: Asked): Promise<Answer> => {
  const { person, clinic, reader, now } = asked
  const subject = subjectOf(query.subject)
  const answering: Answering = { query, subject, asker: person, ...clinic }
  const found = await runQuery(reader, answering, now)
  const { response, rows, columns, visualization, links, is_cut } = show(found, answering)
  const spelled = changes.map(([from, to]) => `Read “${from}” as “${to}”`)
  return {
    reply: {
      ...empty,
      status: 'answered',
      response: query.ask === 'measure' && found.absent !== null ? `${response} ${found.absent}` : response,
      structured_data: rows,
      visualization,
      query_type: subject.type,
      columns,
      row_links: person.role === 'patient' ? links.map(() => null) : links,
      filter: [...filterTexts(answering), ...spelled],
      links: linksOf(answering),
      suggestions: [],
      is_cut,
    },
    query,
    needs: needsOf(answering),
    patient: query.patient?.id ?? null,
  }
}

/** The question with the number of one patient where it says a name that several have. */
const withNumber = (question: string, words: string, label: string) => {
  const number = /\(([^()]*)\)$/.exec(label)?.[1] ?? label
  const stated = words.split(' ')
  const plain = plainText(question)
  const tokens = plain.length === question.length ? tokensOf(plain) : []
  const at = tokens.findIndex((_, index) => stated.every((word, more) => tokens[index + more]?.text === word))
  const [first, last] = [tokens[at], tokens[at + stated.length - 1]]
  return first && last ? `${question.slice(0, first.start)}${number}${question.slice(last.end)}` : `${question} ${number}`
}

/** As somebody would ask for it: what the choices of an unclear question are written with. */
const inWords = (query: Query) => {
  const subject = subjectOf(query.subject)
  const what = query.measure === null ? subject.noun[1] : (subject.measures[query.measure]?.title.toLowerCase() ?? subject.title)
  const by = query.groups.map((name) => ` by ${subject.dimensions[name]?.title.toLowerCase() ?? name}`).join('')
  return `${query.ask === 'rows' ? 'List ' : ''}${what}${by}${query.period ? ` ${query.period.label}` : ''}`
}

/** The reply to what a question was read as. A reply never fails: what cannot be answered says so. */
export const answer = async (reading: Reading, asked: Asked): Promise<Answer> => {
  const { question } = asked
  if (reading.is === 'refused')
    return without('refused', refusalText(reading.reason, reading.words), nearestTo(question, await asked.examples()))
  if (reading.is === 'several patients') {
    const labels = reading.patients.map(({ label }) => label)
    const text = `${labels.length} patients are called that: ${labels.slice(0, 5).join(', ')}. Which one?`
    const choices = labels.slice(0, 5).map((label) => withNumber(question, reading.words, label))
    return { ...without('unclear', text, choices), needs: ['patients.view'] }
  }
  if (reading.is === 'unclear') {
    const choices = [...new Set(reading.queries.map(inWords))].slice(0, 4)
    return without('unclear', 'This can mean several things. Which one do you mean?', choices)
  }
  try {
    return await replyTo(reading.query, reading.respelled, asked)
  } catch (error) {
    if (error instanceof TooLong) return without('refused', TOO_LONG, [])
    // A database that is away is no fault of the question's: it can be asked again.
    if (problemOf(error)?.status === 503) throw error
    // What else a query holds may be a patient's name, and this is logged.
    const { subject, measure } = reading.query
    throw new Error(`The assistant could not answer about ${subject}${measure === null ? '' : `, ${measure}`}`, { cause: error })
  }
}
