import type { Asker } from '#platform/questions/subject.ts'
import { asksForAdvice, asksToExplain } from '../language/advice.ts'
import { adviceWords, functionWords, actionWords } from '../language/words.ts'
import { plainText, tokensOf, type Token, stemOf } from '../language/tokens.ts'
import { queryText, type AskedPatient, type Query } from '../query.ts'
import { mayAsk } from '../rights.ts'
import { candidateFor, type Candidate } from './candidate.ts'
import { followedUp } from './follow-up.ts'
import type { Lexicon } from './lexicon.ts'
import { namedPatients, type FindPatients } from './patients.ts'
import { sentenceOf, type Sentence } from './sentence.ts'
import { namesIn, type NameMatch, type VocabularyIndex } from './vocabulary.ts'

/** How many letters differ, a swap counting once; more than `most` is `most + 1`. */
const slips = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (before[j - 2] ?? 0) + 1)
      row.push(best)
    }
    if (Math.min(...row) > most) return most + 1
    before = last
    last = row
  }
  return last[b.length] ?? most + 1
}

/** Short words have too many neighbours: they are read as they are. */
const allowed = (word: string) => (word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0)

/**
 * The one known word that `word` is a slip of; undefined when there is none, or more than one as near. Slips in the first letter are
 * forgiven only in long words; more than `limit` never.
 */
const respelled = (word: string, known: Iterable<string>, limit = 2): string | undefined => {
  const most = Math.min(limit, allowed(word))
  if (most === 0 || !/^[a-z]+$/.test(word)) return undefined
  let best = most + 1
  let found: string[] = []
  for (const other of known) {
    if (other.length < 4 || (other[0] !== word[0] && word.length < 9)) continue
    const distance = slips(word, other, Math.min(best, most))
    if (distance < best) {
      best = distance
      found = [other]
    } else if (distance === best && best <= most && !found.includes(other)) found.push(other)
  }
  if (best > most) return undefined
  // Forms of one word are one word.
  const [first] = found
  return first !== undefined && found.every((other) => stemOf(other) === stemOf(first)) ? first : undefined
}

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const POLITE = set('please kindly can could you i want to and now then')
/** Words that name what is counted as often as what to do: 'refund total', 'open visits'. */
const DOUBLE = set('refund discharge void make close mark sign issue complete finish order')
const THE = set('the a an this that all his her their every')

/** Whether a question asks to change something: nobody is shown anything then. */
const asksForAction = (tokens: readonly Token[]): boolean => {
  const at = tokens.findIndex(({ text }) => !POLITE.has(text))
  const [first, next] = tokens.slice(Math.max(0, at))
  if (!first || at < 0) return false
  if (!DOUBLE.has(first.text)) return actionWords.has(first.text)
  return next?.kind === 'code' || next?.kind === 'number' || THE.has(next?.text ?? '')
}

/** What the reader knows while it reads. */
export interface Knowledge {
  lexicon: Lexicon
  vocabularies: readonly VocabularyIndex[]
  asker: Asker & { name: string }
  /** The clinic's day, YYYY-MM-DD. */
  today: string
  findPatients: FindPatients
  /** The record that the asker's own account is on. */
  own: AskedPatient | null
  /** What the question follows. */
  before: Query | null
}

export type Reading =
  | { is: 'query'; query: Query; respelled: readonly (readonly [string, string])[] }
  | { is: 'refused'; reason: Refusal; words: readonly string[] }
  | { is: 'several patients'; patients: readonly AskedPatient[]; words: string }
  | { is: 'unclear'; queries: readonly Query[] }

/** action: it asks to change something. advice: knowledge or advice. words: it holds words that nothing explains. right: the person may not see it. who: nobody knows whom it means. nothing: it asks for nothing that is counted. own: a patient may ask about their own record alone. long: nobody asks for one thing in so many words. */
export type Refusal = 'action' | 'advice' | 'words' | 'right' | 'who' | 'nothing' | 'own' | 'long'

/** What a question takes at most, in words: reading takes longer the more there are. */
const MOST_WORDS = 60

/** Whom a patient may not ask about. */
const others = new Set('patients clients people persons everyone everybody anyone anybody someone somebody others'.split(' '))

/** Readings that differ by less are the same to choose from. */
const NEAR = 0.05

/** 'How do I …', 'how to …': asks how something is done. */
const isHowTo = ([first, second, third]: readonly Token[]) =>
  first?.text === 'how' &&
  (second?.text === 'to' ||
    (['do', 'should', 'can', 'would'].includes(second?.text ?? '') && ['i', 'you', 'one'].includes(third?.text ?? '')))

const readings = (sentence: Sentence, { lexicon }: Knowledge): Candidate[] =>
  lexicon.subjects.flatMap((compiled) => [null, ...compiled.measures].flatMap((measure) => candidateFor(sentence, compiled, measure) ?? []))

const complete = (candidates: readonly Candidate[]) =>
  candidates.filter(({ unexplained }) => unexplained.length === 0).sort((a, b) => b.score - a.score)

/** The best readings that differ in what they ask. */
const bestOf = (candidates: readonly Candidate[]): Candidate[] => {
  const [best] = candidates
  if (!best) return []
  const seen = new Set<string>()
  return candidates.filter(({ score, query }) => {
    const text = queryText(query)
    if (score < best.score - NEAR || seen.has(text)) return false
    seen.add(text)
    return true
  })
}

const formsOf = function* (words: ReadonlySet<string>) {
  yield* words
  for (const word of words) {
    if (word.length < 4) continue
    yield /(?:ch|sh|s|x)$/.test(word) ? `${word}es` : `${word}s`
    yield word.endsWith('e') ? `${word}d` : `${word}ed`
  }
}
const sortedLetters = (word: string) => word.split('').sort().join('')
/** A letter for another makes another word: only one left out, put in or swapped is a slip of a word that says next to nothing. */
const slipOf = (word: string, better: string | undefined) =>
  better && better[0] === word[0] && (better.length !== word.length || sortedLetters(better) === sortedLetters(word)) ? better : undefined
/** The nearest known word: of every sentence first, then of what is counted, of the rest of the catalogue, of names. */
const nearestWord = (word: string, { lexicon, vocabularies }: Knowledge) =>
  // A word with a task is read out of another only where next to nothing is wrong.
  slipOf(word, respelled(word, new Set([...commonWords, ...functionWords]), 1)) ??
  respelled(word, formsOf(lexicon.nouns)) ??
  respelled(word, formsOf(lexicon.words)) ??
  respelled(
    word,
    vocabularies.flatMap(({ words }) => [...words].filter((name) => name[0] === word[0])),
  )

/** Whether a word is one of the catalogue, of every sentence, or of something that the clinic has. */
export const isKnown = ({ text, stem, kind }: Token, { lexicon, vocabularies }: Pick<Knowledge, 'lexicon' | 'vocabularies'>) =>
  kind !== 'word' ||
  functionWords.has(text) ||
  lexicon.stems.has(stem) ||
  vocabularies.some(({ entries }) => entries.has(stem)) ||
  commonWords.has(text)

/** Words of questions that are not in the catalogue, but no slip of anything either. */
const commonWords = new Set(
  'top most least highest lowest largest smallest biggest busiest longest shortest common frequent average mean median percentage percent share proportion rate ratio trend trends compare compared comparison change changed difference first last latest recent earliest current newest she he her his him not no without except excluding never today yesterday tomorrow day days week weeks weekly month months monthly year years yearly quarter january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday since until between older younger than more less fewer above below between over under age aged years year old adults children child infants elderly'.split(
    ' ',
  ),
)

/** The question with slips of the finger put right, where nothing else explains a word. */
const corrected = (sentence: Sentence, unexplained: ReadonlySet<number>, knowledge: Knowledge) => {
  const changes: (readonly [string, string])[] = []
  const texts = sentence.tokens.map((token, index) => {
    if (sentence.timed.has(index) || (isKnown(token, knowledge) && !unexplained.has(index))) return token.text
    if (isKnown(token, knowledge)) return token.text
    const better = nearestWord(token.text, knowledge)
    if (better === undefined) return token.text
    changes.push([token.text, better])
    return better
  })
  return changes.length > 0 ? { text: texts.join(' '), changes } : null
}

/** Where one thing is named in full, another that only has the same word in its name is not meant. */
const withoutHalves = (names: readonly NameMatch[]) =>
  names.filter((name) => name.is_whole || !names.some((other) => other.is_whole && other.from <= name.from && other.to >= name.to))

const CLINIC_NOUNS = new Set(['clinic', 'hospital', 'facility', 'department', 'team', 'pharmacy', 'laboratory', 'store', 'shop', 'stock'])
/** 'My', 'waiting for me', 'did I see': whoever asks. */
const ownWords = ({ tokens }: Sentence): number[] =>
  tokens.flatMap(({ text }, index) => {
    const before = tokens[index - 1]?.text ?? ''
    const isMy = (text === 'my' || text === 'mine') && !CLINIC_NOUNS.has(tokens[index + 1]?.text ?? '')
    const isI = text === 'i' && ['did', 'have', 'had', 'patients', 'that', 'which'].includes(before)
    const isMe =
      text === 'me' &&
      (['for', 'by', 'with'].includes(before) ||
        (before === 'to' && ['assigned', 'referred', 'booked'].includes(tokens[index - 2]?.text ?? '')))
    return isMy || isI || isMe ? [index] : []
  })

/** The question taken apart, with everybody and everything that it names. */
export const prepared = async (text: string, knowledge: Knowledge): Promise<Sentence> => {
  const sentence = sentenceOf(text, knowledge.today)
  const isCommon = ({ text, stem }: Token) => knowledge.lexicon.stems.has(stem) || commonWords.has(text) || adviceWords.has(stem)
  const names = withoutHalves(knowledge.vocabularies.flatMap((index) => namesIn(index, sentence.tokens, sentence.timed, isCommon)))
  const own = knowledge.asker.role === 'patient' ? [] : ownWords(sentence)
  const mine = own.flatMap((at) =>
    ['doctor', 'person'].map((vocabulary) => ({
      vocabulary,
      from: at,
      to: at + 1,
      ids: [knowledge.asker.id],
      label: knowledge.asker.name,
      is_whole: true,
      is_own: true,
    })),
  )
  const whole: Sentence = {
    ...sentence,
    common: knowledge.lexicon.stems,
    names: [...names, ...mine],
    // What somebody asks of their own is never answered with everybody's.
    idle: new Set([...sentence.idle].filter((index) => !own.includes(index))),
  }
  const patients = await namedPatients(whole, knowledge)
  // The last name of a patient is no doctor of that name.
  const others = whole.names.filter(
    ({ from, to, is_whole }) => !patients || from < patients.from || to > patients.to || (is_whole && to - from > 1),
  )
  return { ...whole, names: patients ? others : whole.names, patients }
}

const refusalOf = (sentence: Sentence, nearest: Candidate | undefined, knowledge: Knowledge): Reading => {
  const { tokens, marks, timed } = sentence
  if (knowledge.asker.role === 'patient') return { is: 'refused', reason: 'own', words: [] }
  if (marks.pronoun && !sentence.patients) return { is: 'refused', reason: 'who', words: [] }
  const left = nearest?.unexplained ?? tokens.flatMap(({ text }, index) => (functionWords.has(text) || timed.has(index) ? [] : [index]))
  const isAdvice = tokens.some(({ stem }, index) => adviceWords.has(stem) && left.includes(index)) || adviceWords.has(tokens[0]?.stem ?? '')
  const unknown = left.filter((index) => tokens[index] && !isKnown(tokens[index], knowledge))
  // What is to be done, and 'be' says that it is not.
  const words = (unknown.length > 0 ? unknown : left).flatMap((index) =>
    tokens[index]?.text === 'be' ? 'to be' : (tokens[index]?.text ?? []),
  )
  if (isAdvice) return { is: 'refused', reason: 'advice', words }
  return { is: 'refused', reason: words.length > 0 ? 'words' : 'nothing', words }
}

const chosen = (
  candidates: readonly Candidate[],
  sentence: Sentence,
  knowledge: Knowledge,
  changes: readonly (readonly [string, string])[],
): Reading | null => {
  const best = bestOf(candidates)
  const allowed = best.filter(({ query, subject }) => mayAsk(knowledge.asker, query, subject.subject))
  const [first] = allowed
  // What could mean something else is not settled by what the person may see; a patient can only mean their own.
  if (first && allowed.length < best.length && knowledge.asker.role !== 'patient')
    return { is: 'unclear', queries: allowed.map(({ query }) => query) }
  if (best.length > 0 && !first) return { is: 'refused', reason: knowledge.asker.role === 'patient' ? 'own' : 'right', words: [] }
  if (!first) return null
  const { patients } = sentence
  if (first.query.patient && patients && patients.patients.length > 1) {
    const words = sentence.tokens.slice(patients.from, patients.to).map(({ text }) => text)
    return { is: 'several patients', patients: patients.patients, words: words.join(' ') }
  }
  if (allowed.length > 1) return { is: 'unclear', queries: allowed.map(({ query }) => query) }
  return { is: 'query', query: first.query, respelled: changes }
}

const TIES = new Set('and only just what how same instead then now also but for by per in with without on during of per or not'.split(' '))
/** 'And last month?', 'by doctor': words that go on with the question before rather than begin one. */
const isFragment = ({ tokens, marks }: Sentence) => {
  const [first, second] = tokens.map(({ text }) => text)
  if (tokens.some(({ text }) => text === 'them' || text === 'those')) return true
  if (first === undefined || !TIES.has(first)) return false
  if (first === 'how' || first === 'what') return second === 'about'
  return !marks.count
}

/** 'Malaria' alone asks for nothing of it. */
const isBareName = ({ tokens, idle, names, marks }: Sentence) =>
  names.length > 0 &&
  !marks.count &&
  !marks.list &&
  !marks.exists &&
  [...tokens.keys()].every((index) => idle.has(index) || names.some(({ from, to }) => from <= index && index < to))

const GOING_ON = new Set(['and', 'only', 'by', 'per', 'then', 'also', 'but', 'same', 'instead'])
/** Too little to begin with: 'only women', 'by doctor', 'what about men'. */
const goesOn = ({ tokens }: Sentence) => {
  const [first, second] = tokens.map(({ text }) => text)
  return tokens.length <= 4 && (GOING_ON.has(first ?? '') || ((first === 'what' || first === 'how') && second === 'about'))
}

const tryRead = (sentence: Sentence, knowledge: Knowledge, changes: readonly (readonly [string, string])[]) => {
  const explains = asksToExplain(sentence.tokens) || isBareName(sentence)
  // 'What is malaria' is not how many had it.
  const all = readings(sentence, knowledge).filter(
    ({ is_named: isNamed, query: { patient, period } }) => !explains || isNamed || patient !== null || period !== null,
  )
  const nearest = [...all].sort((a, b) => a.unexplained.length - b.unexplained.length || b.score - a.score)[0]
  const found = chosen(complete(all), sentence, knowledge, changes)
  const follows = found === null || found.is !== 'query' || isFragment(sentence)
  const followed = follows ? followedUp(sentence, knowledge) : null
  const after = followed && chosen([followed], sentence, knowledge, changes)
  return { reading: after ?? found, nearest }
}

/**
 * Reads a question: what it asks of the catalogue, or why it cannot be answered. Every word with a meaning is accounted for, or the
 * question is refused; nothing is guessed. The same question and knowledge give the same reading.
 */
export const readQuestion = async (question: string, knowledge: Knowledge): Promise<Reading> => {
  const words = tokensOf(plainText(question))
  if (words.length > MOST_WORDS) return { is: 'refused', reason: 'long', words: [] }
  if (knowledge.asker.role === 'patient' && words.some(({ text }) => others.has(text))) return { is: 'refused', reason: 'own', words: [] }
  if (isHowTo(words) || asksForAdvice(words)) return { is: 'refused', reason: 'advice', words: [] }
  if (asksForAction(words)) return { is: 'refused', reason: 'action', words: [] }
  const sentence = await prepared(question, knowledge)
  if (sentence.tokens.length === 0 || (!knowledge.before && goesOn(sentence))) return { is: 'refused', reason: 'nothing', words: [] }
  const { reading, nearest } = tryRead(sentence, knowledge, [])
  if (reading) return reading
  const better = corrected(sentence, new Set(nearest?.unexplained ?? sentence.tokens.keys()), knowledge)
  if (better) {
    const again = await prepared(better.text, knowledge)
    const second = tryRead(again, knowledge, better.changes)
    if (second.reading) return second.reading
  }
  return refusalOf(sentence, nearest, knowledge)
}
