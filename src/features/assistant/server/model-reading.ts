import { grains, type Filter, type Grain, type Query } from '../query.ts'
import { plainText, tokensOf } from '../language/tokens.ts'
import { mayAsk, maySee } from '../rights.ts'
import { prepared, type Knowledge, type Reading } from '../read/read-question.ts'
import type { Sentence } from '../read/sentence.ts'
import { namesIn } from '../read/vocabulary.ts'
import { subjectOf, subjects } from '../catalogue.ts'
import { wordsForModel } from './known-words.ts'
import type { ModelChoice, ModelFilter } from './model/choice.ts'
import { maskQuestion, type ReadSpan } from './model/mask.ts'
import type { ModelHelp } from './model/model-help.ts'
import type { ModelSettings } from './model/server-reply.ts'
import { modelCatalogue } from './model-catalogue.ts'

/** What was said, found among the names of a dimension; null unless every word of it is. */
const named = (value: string, vocabulary: string, { vocabularies }: Knowledge) => {
  const index = vocabularies.find(({ name }) => name === vocabulary)
  const tokens = tokensOf(plainText(value))
  const [found, ...more] = index ? namesIn(index, tokens, new Set()) : []
  return found && more.length === 0 && found.from === 0 && found.to === tokens.length ? found : null
}

const filterOf = ({ dimension, values, is_said }: ModelFilter, choice: ModelChoice, knowledge: Knowledge): Filter | null => {
  if (!is_said) return { is: 'choice', dimension, values }
  const found = subjectOf(choice.subject).dimensions[dimension]
  if (found?.is !== 'named') return null
  const all = values.map((value) => named(value, found.vocabulary, knowledge))
  if (all.some((one) => one === null)) return null
  return { is: 'named', dimension, ids: all.flatMap((one) => one?.ids ?? []), label: all.map((one) => one?.label).join(', ') }
}

const isGrain = (name: string): name is Grain => (grains as readonly string[]).includes(name)

/** The choice of a model with the times and the patient that we read ourselves; null where they do not fit together. */
const queryOf = (choice: ModelChoice, { periods, visits, patients }: Sentence, knowledge: Knowledge): Query | null => {
  const subject = subjectOf(choice.subject)
  const moment = (choice.measure === null ? undefined : subject.measures[choice.measure]?.at) ?? subject.at
  const [period, ...more] = periods
  const [patient, ...others] = patients?.patients ?? []
  const filters = choice.filters.map((filter) => filterOf(filter, choice, knowledge))
  const fits =
    more.length === 0 &&
    others.length === 0 &&
    visits.length === 0 &&
    (!period || moment) &&
    (!patient || subject.patient) &&
    (moment || !choice.groups.some(isGrain)) &&
    filters.every((filter) => filter !== null)
  if (!fits) return null
  return {
    subject: choice.subject,
    ask: choice.ask,
    measure: choice.measure,
    aggregate: null,
    groups: choice.groups,
    filters: filters.filter((filter) => filter !== null),
    period: period?.period ?? null,
    against: null,
    patient: patient ?? null,
    visit: null,
    is_share: false,
    top: choice.top,
    nth: 1,
    column: null,
  }
}

const spansOf = (question: string, { periods, visits, patients, tokens }: Sentence): ReadSpan[] => {
  // A letter that takes more places in one writing than in the other moves all that follows.
  if (plainText(question).length !== question.length) return []
  const times = [...periods, ...visits].map(({ start, end }): ReadSpan => ({ start, end, is: 'time' }))
  const first = patients && tokens[patients.from]
  const last = patients && tokens[patients.to - 1]
  return first && last ? [...times, { start: first.start, end: last.end, is: 'patient' }] : times
}

/**
 * Lets a language model choose what a question asks for that we could not read ourselves. It sees the catalogue of this person and the
 * question without names and numbers; what it chooses is checked against the rights again. Null when it has no answer.
 */
export const readWithModel = async (
  question: string,
  knowledge: Knowledge,
  { settings, help }: { settings: ModelSettings; help: ModelHelp },
): Promise<Extract<Reading, { is: 'query' }> | null> => {
  const { asker, lexicon } = knowledge
  if (asker.role === 'patient') return null
  const sentence = await prepared(question, knowledge)
  const seen = subjects.filter((subject) => maySee(asker, subject))
  const masked = maskQuestion(question, wordsForModel(lexicon), spansOf(question, sentence))
  const choice = await help(settings, { question: masked, catalogue: modelCatalogue(seen, asker.permissions) })
  const query = choice && queryOf(choice, sentence, knowledge)
  return query && mayAsk(asker, query, subjectOf(query.subject)) ? { is: 'query', query, respelled: [] } : null
}
