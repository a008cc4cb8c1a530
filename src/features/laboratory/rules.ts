import type { Flag } from './contract-fields.ts'

/** What may be wrong with a sample or a measurement, as instruments and people write it in comments and flags. */
export const remarkProblems = [
  'clumps',
  'haemolysed',
  'lipaemic',
  'icteric',
  'clotted',
  'short sample',
  'suspect',
  'carry-over',
  'not valid',
] as const
export type RemarkProblem = (typeof remarkProblems)[number]

/** Words by problem, in the spellings of both sides of the Atlantic, French among them. Any other remark counts as one that is not known. */
export const remarkWords: readonly (readonly [RemarkProblem, RegExp])[] = [
  ['clumps', /\bclump|\baggregat|\bagglutin|\bplt[ _-]?clmp|\bamas plaquettaire/],
  ['haemolysed', /\bha?emoly|\bhem(?:\b|[ _-]?index)|\bhil[ _:-]*h\b|\bhémoly/],
  ['lipaemic', /\blipa?emi|\blip(?:\b|[ _-]?index)|\bturbid|\bchylous|\blipémi/],
  ['icteric', /\bicter|\bict(?:\b|[ _-]?index)|\bjaundiced|\bictéri/],
  ['clotted', /\bclot|\bfibrin|\bcoagulated|\bcaillot|\bcoagulé/],
  [
    'short sample',
    /\bshort[ _-]?sample|\bsample[ _-]?short|\binsufficient|\bqns\b|\bshort[ _-]?(?:aspirat|draw|volume)|\blow[ _-]?volume|\binsuffisant/,
  ],
  ['suspect', /\bsuspect|\bsuspicious|\bquestionable|\babnormal[ _-]?distribution|\bunreliable|\bdouteux/],
  ['carry-over', /\bcarry[ _-]?over|\bcontaminat/],
  ['not valid', /\binvalid|\bnot valid|\bout of (?:range|linearity)|\bover(?:flow|range)|\berror\b|\bexpired/],
]

/** The problems that a text names, each once; empty: it names none that is known. */
export const problemsIn = (text: string): RemarkProblem[] => {
  const folded = text.normalize('NFC').toLowerCase()
  return remarkWords.flatMap(([problem, words]) => (words.test(folded) ? [problem] : []))
}

const lowFlags = new Set(['L', 'LL'])
const highFlags = new Set(['H', 'HH'])

/**
 * The flags of an instrument that a person has to look at: all but N, and but L and H where the result is low or high by our range as well. That
 * the instrument calls high what we call normal is worth a look, as is any flag that nobody here knows.
 */
export const flagsToLookAt = (flags: string, flag: Flag | null): string[] =>
  flags
    .toUpperCase()
    .split(/\s+/)
    .filter((one) => {
      if (one === '' || one === 'N') return false
      if (lowFlags.has(one)) return flag !== 'low' && flag !== 'critical low'
      if (highFlags.has(one)) return flag !== 'high' && flag !== 'critical high'
      return true
    })

/** Why a result is looked at and approved by itself. */
export const lookReasons = ['no_range', 'undecided', 'instrument_comment', 'instrument_flag', 'input'] as const
export type LookReason = (typeof lookReasons)[number]

export interface LookedAt {
  flag: Flag | null
  /** False: a number that no range covers, or one that says nothing of what is normal. */
  has_range: boolean
  /** It has limits and no flag: a bound across a limit, a trace, too little sample. */
  is_undecided?: boolean
  instrument_comment: string
  instrument_flags: string
}
/** Why this result is approved by itself, after somebody looked at it; empty: it may be approved with others. */
export const reasonsToLook = ({ flag, has_range, is_undecided = false, instrument_comment, instrument_flags }: LookedAt): LookReason[] => [
  ...(has_range ? [] : (['no_range'] as const)),
  ...(is_undecided ? (['undecided'] as const) : []),
  ...(instrument_comment === '' ? [] : (['instrument_comment'] as const)),
  ...(flagsToLookAt(instrument_flags, flag).length === 0 ? [] : (['instrument_flag'] as const)),
]

/** Words by which instruments and documents say that there is no result. */
const NO_RESULT =
  /\b(?:INDETERMINATE|INCONCLUSIVE|INVALID|ERROR|NO RESULT|ABORTED|FAIL(?:ED|URE)?|UNSUITABLE|(?:IN|NOT )SUFFICIENT|QNS|NOT DONE|NOT VALID|UNRESOLVED|NO CALL|REPEAT|RETEST)\b/i

/** Whether an instrument or a document says that it has no result, or that it cannot tell. */
export const isNoResult = (sent: string): boolean => NO_RESULT.test(sent.replaceAll(/[\s_-]+/g, ' '))
