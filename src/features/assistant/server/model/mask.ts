const split = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words of questions that name nobody: a model may read them beside the words of the catalogue. */
const plainWords = split(`
  a about above across after again against ago all almost already also although always am among an and another any anybody anyone anything are
  around as ask asked at available average away back bad be became because been before began begin behind being below best better between big
  bigger biggest both bottom bought brought busier busiest busy but buy by came can cannot care change changed cheap cheapest close come coming
  common commonly compare compared compares comparison completely could count cost costs costly daily decline declined decrease decreased did
  difference different differ do does doing done down drop dropped during each earlier earliest early earn earned earning earnings either else
  enough entire equal even ever every everybody everyone everything exactly except expensive far fast faster fastest few fewer fewest finally find
  fix follow followed following for former frequent frequently from full gave get gets getting give given gives go goes going gone good got great
  greater greatest group grouped groups grow growing grown growth had half handle handled handles happen happened happens has have having heavy he
  help her here hers high higher highest him his hour hourly how i if in include included includes including income increase increased instead into
  involve involved is it its itself just keep kept kind kinds know known large larger largest late later latest least leave left less let like list
  little load long longer longest look looking lose lost lot lots low lower lowest made main mainly make makes making many maximum me mean means
  median might minimum missed missing money monthly more most mostly much must my near nearly need needed needs never new newest next no nobody none
  nor normal not nothing now number numbers occur occurred of off often old older oldest on once one only open or order ordered orders other others
  our out outside over overall own part past people per percent percentage perform performed person please plus popular previous problem problems
  produce produced proportion put quarterly quick quicker quickest quickly quiet quietest range rank ranked ranking rate rates rather ratio reach
  reached read really reason reasons receive received recent recently regular related relative remain remaining result results return returned
  revenue right rise risen rising run running same saw say see seen sell sells sent serve served several share she short shorter shortest
  should show showed shown shows since sit six size slow slower slowest small smaller smallest so sold some somebody someone something soon sort
  sorted spend spending spent split start started stay stayed still stop stopped such sum take taken takes taking tell than that the their theirs
  them then there these they thing things this those three through time times to today together told too took top total totals treat treated treats
  trend trends turn turned two type types typical typically under until up upon us use used uses using usual usually value values various versus
  very want wanted was waste wasted way we weekly well went were what whatever when where whether which while who whole whom whose why with within
  without work worked working works worse worst would yearly yet you your yours zero four five seven eight nine ten
`)

/** Common words that are given names or family names as well: beside a name they are part of it, however they are written. */
const namesakes = split(`
  may june april august will mark rose grace joy mercy hope faith frank young white black green brown king long rich gift
  blessing patience charity victory comfort angel innocent precious sunday monday friday wednesday summer winter wise sweet love hunt cook baker mason bishop pope reed field brook stone wood moon sun hill lake forest
  bill grant page case price sale
`)

/** Stand before names and are none. */
const titleWords = split('dr doctor mr mrs ms miss prof professor sister nurse dentist clinician doctors nurses by of for and or with')

/** Stand before the name of somebody, of one word or two; of a doctor also where no name follows. */
const addresses = split('mr mrs ms')
const softAddresses = split('miss dr')

/** Begin a question with a capital letter, without being part of the name that follows. */
const openers = split(`
  how what which who whom whose when where why is are was were do does did has have had can could would should show list give tell find get count
  compare please and in on at of for by from with since the all any
`)

/** Before these a number up to 100 is a count of rows, and nothing of anybody's. */
const countWords = split('top first last bottom best worst')

/** What the reader has understood by itself: characters of the question. The model sees that it is there, and nothing of it. */
export interface ReadSpan {
  start: number
  end: number
  is: 'time' | 'patient'
}

/** A question without names and numbers. Only `maskQuestion` makes one, and nothing else is ever sent. */
export interface MaskedQuestion {
  readonly text: string
  /** What each placeholder, such as [name 1], stands for. */
  readonly stated: ReadonlyMap<string, string>
  /** Counts of rows that were asked for ('top 5'). */
  readonly counts: readonly number[]
}

interface Piece {
  text: string
  is: 'gap' | 'word' | 'number' | 'hidden' | 'time' | 'patient'
}

// What is glued to a word belongs to it: Ng'ang'a, mary@clinic.example, P-26/00012.
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’ʼ.\-_/@&+#:,][\p{L}\p{M}\p{N}]+)*/gu
const UNSENT = /[^\s?,.!:;%()<>=]/gu
const COUNT = /^(?:[1-9]\d?|100)$/

const lower = (word: string) => word.toLowerCase().replaceAll(/[’ʼ]/g, "'")

const isKnownWith = (isKnown: (word: string) => boolean) => {
  const one = (word: string) => plainWords.has(word) || countWords.has(word) || titleWords.has(word) || isKnown(word)
  const part = (word: string) => one(word) || one(word.replace(/n't$|'(?:s|d|re|ll|ve|m)$|'$/u, ''))
  return (text: string): boolean => {
    const word = lower(text)
    return part(word) || word.split(/[-/&,.:+#@_]/u).every(part)
  }
}

const piecesOf = (text: string): Piece[] => {
  const plain = text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: token, index } of plain.matchAll(TOKEN)) {
    pieces.push({ text: plain.slice(end, index), is: 'gap' }, { text: token, is: /\p{N}/u.test(token) ? 'number' : 'word' })
    end = index + token.length
  }
  return [...pieces, { text: plain.slice(end), is: 'gap' }]
}

const aroundSpans = (question: string, spans: readonly ReadSpan[]): Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  for (const { start, end, is } of spans.toSorted((a, b) => a.start - b.start)) {
    pieces.push(...piecesOf(question.slice(at, Math.max(at, start))))
    pieces.push({ text: question.slice(Math.max(at, start), end), is })
    at = Math.max(at, end)
  }
  return [...pieces, ...piecesOf(question.slice(at))]
}

const isCapital = (text: string) => /^\p{Lu}/u.test(text)

/** Whether capital letters mean anything in this question: not where everything is written with them. */
const separatesByCapitals = (words: readonly Piece[]) => {
  const known = words.filter(({ is }) => is === 'word')
  return known.length < 4 || known.some(({ text }) => !isCapital(text))
}

/** Hides known words that are written as names: a capital letter in the middle of a question, unless all of the word is capitals. */
const hideCapitals = (pieces: readonly Piece[]) => {
  const words = pieces.filter(({ is }) => is !== 'gap')
  for (const piece of words.slice(1)) {
    const word = lower(piece.text)
    if (piece.is === 'word' && /^\p{Lu}.*\p{Ll}/u.test(piece.text) && !openers.has(word) && !titleWords.has(word)) piece.is = 'hidden'
  }
}

/** Hides the two words after `Mr` or `Dr`: the names of somebody, whatever else they mean. To miss is also what patients do. */
const hideAddressed = (pieces: readonly Piece[], capitals: boolean) => {
  const isName = ({ is, text }: Piece, isSure: boolean) =>
    is === 'hidden' ||
    (is === 'word' &&
      !titleWords.has(lower(text)) &&
      ((capitals && isCapital(text)) || namesakes.has(lower(text)) || (isSure && !plainWords.has(lower(text)))))
  for (const [at, { text, is }] of pieces.entries()) {
    const [isStrict, isSoft] = [addresses.has(lower(text)), softAddresses.has(lower(text))]
    if (is !== 'word' || !(isStrict || isSoft)) continue
    const [gap, first, space, second] = pieces.slice(at + 1, at + 5)
    if (!first || !['', '.'].includes(gap?.text.trim() ?? '') || !isName(first, lower(text) !== 'miss')) continue
    first.is = 'hidden'
    if (second && space?.text.trim() === '' && isName(second, isStrict)) second.is = 'hidden'
  }
}

/** Hides known words that are part of a name: `Ashley Young`, `may otieno`. */
const hideNeighbours = (pieces: readonly Piece[], capitals: boolean) => {
  const first = pieces.find(({ is }) => is !== 'gap')
  const belongs = (piece: Piece) => {
    const word = lower(piece.text)
    if (namesakes.has(word)) return true
    return capitals && isCapital(piece.text) && !titleWords.has(word) && !(piece === first && openers.has(word))
  }
  const spread = (order: readonly Piece[]) => {
    for (const [at, piece] of order.entries()) {
      const [gap, before] = [order[at - 1], order[at - 2]]
      if (piece.is === 'word' && before?.is === 'hidden' && gap?.text.trim() === '' && belongs(piece)) piece.is = 'hidden'
    }
  }
  spread(pieces)
  spread(pieces.toReversed())
}

/** Names of several words are one: what stands between them is a space. */
const joined = (pieces: readonly Piece[]): Piece[] => {
  const out: Piece[] = []
  for (const piece of pieces) {
    const [gap, before] = [out.at(-1), out.at(-2)]
    if (piece.is === 'hidden' && before?.is === 'hidden' && gap?.is === 'gap' && gap.text.trim() === '') {
      out.pop()
      before.text = `${before.text} ${piece.text}`
    } else out.push(piece)
  }
  return out
}

const isCount = (pieces: readonly Piece[], at: number) => {
  const words = pieces.slice(0, at).findLast(({ is }) => is !== 'gap')
  const next = pieces.slice(at + 1).find(({ is }) => is !== 'gap')
  return COUNT.test(pieces[at]!.text) && words?.is === 'word' && countWords.has(lower(words.text)) && next?.is !== 'number'
}

/**
 * The question as a model may see it: words of the catalogue and plain words alone. Every other word becomes `[name 1]`, every number
 * `[number 1]` (but a count up to 100 after 'top', 'first' or 'last'), what the reader has understood `[time 1]` and `[patient 1]`.
 * `isKnown` is asked about words in lower case.
 */
export const maskQuestion = (question: string, isKnown: (word: string) => boolean, spans: readonly ReadSpan[] = []): MaskedQuestion => {
  const knows = isKnownWith(isKnown)
  const pieces = aroundSpans(question, spans)
  for (const piece of pieces) if (piece.is === 'word' && !knows(piece.text)) piece.is = 'hidden'
  const capitals = separatesByCapitals(pieces)
  if (capitals) hideCapitals(pieces)
  hideAddressed(pieces, capitals)
  hideNeighbours(pieces, capitals)
  const whole = joined(pieces)
  const stated = new Map<string, string>()
  const marks = new Map<string, string>()
  const counted: Record<string, number> = {}
  const counts: number[] = []
  const markOf = ({ text, is }: Piece) => {
    const kind = is === 'hidden' ? 'name' : is
    const key = `${kind} ${lower(text)}`
    const known = marks.get(key)
    if (known) return known
    const mark = `[${kind} ${(counted[kind] = (counted[kind] ?? 0) + 1)}]`
    marks.set(key, mark)
    stated.set(mark, text)
    return mark
  }
  const shown = (piece: Piece, at: number) => {
    if (piece.is === 'gap') return piece.text.replaceAll(UNSENT, ' ')
    if (piece.is === 'word') return lower(piece.text)
    if (piece.is !== 'number' || !isCount(whole, at)) return markOf(piece)
    counts.push(Number(piece.text))
    return piece.text
  }
  const text = whole.map(shown).join('').replaceAll(/\s+/gu, ' ').trim()
  return { text, stated, counts }
}
