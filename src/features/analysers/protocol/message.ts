import { dictionary } from '#shared/dictionary.ts'
import type { Sentence } from '#shared/sentence.ts'

/** What a laboratory instrument says about a result, in the words of both standards. A status that was not stated counts as final. */
export const resultStatuses = ['preliminary', 'final', 'corrected', 'cannot', 'deleted', 'wrong', 'unknown'] as const
export type ResultStatus = (typeof resultStatuses)[number]

/** Whom a result is said to be of. For comparing only: a result is matched by its accession, never by this. */
export interface StatedPatient {
  id: string
  name: string
  /** YYYY-MM-DD. */
  birthDate: string | null
  /** F, M, O, U, A, N or empty. */
  sex: string
}

/** One result of an instrument. Texts that were not sent are empty. */
export interface AnalyserResult {
  /** The most trusted of `accessions`, or empty. */
  accession: string
  /** Every number that may be the sample's, most trusted first; empty where two samples are named for one result. */
  accessions: string[]
  patient: StatedPatient | null
  /** Measured on control, calibration or proficiency material: never a patient's result. */
  isControl: boolean
  /** Nothing but the beginning of a number says so. */
  isControlByNumber?: boolean | undefined
  lot: string
  level: string
  code: string
  codeText: string
  codeSystem: string
  /** Tells apart several results of the same code. */
  subId: string
  /** Which part of another result it is: a probe, its Ct, an internal control. Such a one is never entered. */
  part: string
  /** Which order of the message it belongs to. */
  order: number
  /** Why a person has to decide about it, whatever else is known of it. */
  doubt: Sentence | null
  /** As sent, comparator included, without spaces around; null where nothing was sent, or where the status says that there is no value. */
  value: string | null
  /** The wording beside a coded value. */
  valueText: string
  /** HL7's word (NM, ST, CE, SN, …); empty from ASTM, which states none. */
  valueType: string
  unit: string
  range: string
  flags: string[]
  status: ResultStatus
  /** See `isoTime`. */
  observedAt: string | null
  device: string
  comment: string
}

/** What the other side said of a message of ours. */
export interface Acknowledgement {
  /** AA, AE, AR, CA, CE or CR. */
  code: string
  /** The control id of the message it speaks of. */
  of: string
  text: string
}

/** Why nothing of a message can be taken, in HL7's codes (table 0357). */
export interface Refusal {
  code: 'AE' | 'AR'
  error: keyof typeof errorTexts
  text: string
}

/** HL7 table 0357, as far as it is used. */
export const errorTexts = {
  '100': 'Segment sequence error',
  '101': 'Required field missing',
  '102': 'Data type error',
  '200': 'Unsupported message type',
  '205': 'Duplicate key identifier',
  '207': 'Application internal error',
} as const

export interface AnalyserMessage {
  protocol: 'hl7' | 'astm'
  controlId: string
  /** Application and place, or maker, model and version, joined by '^'. */
  sender: string
  /** See `isoTime`. */
  sentAt: string | null
  /** 'ORU^R01', 'ORL^O22', …; for ASTM 'results', 'query' or 'other'. */
  messageType: string
  /** Only 'production' messages may give a patient's results. */
  processing: 'production' | 'training' | 'debugging' | 'control'
  /** False where its end is missing (ASTM's terminator record): the last result may be cut off, and more may be lacking. */
  isComplete: boolean
  /** It answers a message of ours, and is not answered itself. */
  isResponse: boolean
  results: AnalyserResult[]
  /** Accessions whose orders the instrument asks for; 'ALL' for everything that waits. */
  queries: string[]
  acknowledgement: Acknowledgement | null
  /** Null where the message is one for us and can be read. */
  refusal: Refusal | null
  /** Oddities for the person who looks at the inbox. */
  problems: string[]
}

/** A message of which nothing is known yet. */
export const emptyMessage = (protocol: AnalyserMessage['protocol']): AnalyserMessage => ({
  protocol,
  controlId: '',
  sender: '',
  sentAt: null,
  messageType: '',
  processing: 'production',
  isComplete: true,
  isResponse: false,
  results: [],
  queries: [],
  acknowledgement: null,
  refusal: null,
  problems: [],
})

// oxlint-disable-next-line no-control-regex
const anyControl = /[\u0000-\u001F\u007F]/
// A database cannot store NUL, and nobody can see the others.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g

/** Text as people may see it and a database may keep it: no control characters but tab and line ends, no spaces around. */
export const cleanText = (text: string): string => {
  const visible = anyControl.test(text) ? text.replaceAll(controls, '').replaceAll(/\r\n?/g, '\n') : text
  return visible.trim()
}

const lengths = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(?:(\d\d)(\d\d)?)?)?(?:\.\d{1,4})?([+-]\d{4})?$/

/**
 * An instrument's time (YYYYMMDD[HHMM[SS]][+-ZZZZ]) as ISO 8601: a day alone, or a day and time, with the offset only where the instrument
 * states it. Without one it is the instrument's own clock. Null for anything that is no time.
 */
export const isoTime = (stamp: string): string | null => {
  const parts = lengths.exec(stamp.trim())
  if (!parts) return null
  const [, year = '', month = '', day = '', hour, minute = '00', second = '00', offset] = parts
  const date = `${year}-${month}-${day}`
  const isDay = !Number.isNaN(Date.parse(`${date}T00:00:00Z`)) && new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
  if (!isDay || Number(year) < 1) return null
  if (hour === undefined) return date
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  if (offset && (Number(offset.slice(1, 3)) > 14 || Number(offset.slice(3)) > 59)) return null
  return `${date}T${hour}:${minute}:${second}${offset ? `${offset.slice(0, 3)}:${offset.slice(3)}` : ''}`
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** An instant as instruments read it: YYYYMMDDHHMMSS on the clock of a time zone. */
export const stampIn = (timeZone: string, instant: Date): string => {
  let clock = clocks.get(timeZone)
  if (!clock) {
    const two = '2-digit'
    const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
    clocks.set(timeZone, (clock = new Intl.DateTimeFormat('sv-SE', { timeZone, hourCycle: 'h23', ...parts })))
  }
  return clock.format(instant).replaceAll(/\D/g, '')
}

const processings: Record<string, AnalyserMessage['processing']> = dictionary<AnalyserMessage['processing']>({
  T: 'training',
  D: 'debugging',
  Q: 'control',
})

/** What a processing id means: P, T, D, and Q as instruments use it. Anything else counts as production. */
export const processingOf = (id: string): AnalyserMessage['processing'] => processings[id.toUpperCase()] ?? 'production'

const valueless = new Set<ResultStatus>(['cannot', 'deleted', 'wrong'])

/** What stays of a value beside its status: where the status says that there is none, the text that was sent becomes a comment. */
export const valueBeside = (status: ResultStatus, value: string | null, comment: string): { value: string | null; comment: string } => {
  if (!valueless.has(status)) return { value, comment }
  return { value: null, comment: [value, comment].filter(Boolean).join('\n') }
}

/** A sex as stated, or empty where the field holds anything else. */
export const statedSex = (text: string): string => (/^[FMOUAN]$/i.test(text) ? text.toUpperCase() : '')
