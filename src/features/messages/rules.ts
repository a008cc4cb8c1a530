export const messageKinds = [
  'booked',
  'confirmed',
  'moved',
  'cancelled',
  'reminder',
  'question',
  'ready',
  'code',
  'account_code',
  'account_linked',
  'contact_replaced',
] as const
export type MessageKind = (typeof messageKinds)[number]
/** Whether it answers what a person does at that moment: quiet hours do not hold it back. */
export const isAnswer = (kind: string): boolean => kind === 'booked' || kind === 'code' || kind === 'account_code'
/** What a message is about. */
export const messageSubjects = ['appointment', 'prescription request', 'laboratory request', 'account', 'account link'] as const
export type MessageSubject = (typeof messageSubjects)[number]
export const channels = ['email', 'sms'] as const
export type Channel = (typeof channels)[number]
export const messageStates = ['queued', 'sending', 'sent', 'delivered', 'failed', 'skipped'] as const
export type MessageState = (typeof messageStates)[number]
export const messageLanguages = ['en', 'sw', 'fr'] as const
export type MessageLanguage = (typeof messageLanguages)[number]

export interface Words {
  /** Of an e-mail. */
  subject: string
  body: string
}

/** All that a message may tell: never a service, a reason, or anything else of the medical record. */
export const placeholders = ['clinic', 'first_name', 'day', 'time', 'doctor', 'number', 'link', 'code', 'clinic_phone'] as const
export type Placeholder = (typeof placeholders)[number]

/** What people reach for and may not use, so that the refusal can give the reason. */
const medical = new Set([
  'service',
  'item',
  'reason',
  'complaint',
  'diagnosis',
  'test',
  'result',
  'results',
  'medicine',
  'prescription',
  'department',
  'room',
])

const PLACEHOLDER = /\{([^{}\n]*)\}/g

/** Why these words are refused, or null. Each brace belongs to a placeholder of the closed list. */
export const placeholderProblem = (words: string): string | null => {
  for (const [whole, name = ''] of words.matchAll(PLACEHOLDER)) {
    if (medical.has(name.toLowerCase())) return `${whole} may not be used: a message says nothing medical.`
    if (!placeholders.some((known) => known === name)) return `Unknown placeholder ${whole}.`
  }
  return /[{}]/.test(words.replaceAll(PLACEHOLDER, '')) ? 'Unmatched brace: placeholders are written like {day}.' : null
}

/** The words with the values in place. A line all of whose placeholders are empty is left out. */
export const fillIn = (words: string, values: Partial<Record<Placeholder, string>>): string =>
  words
    .split('\n')
    .filter((line) => {
      const names = [...line.matchAll(PLACEHOLDER)].map(([, name]) => name as Placeholder)
      return names.length === 0 || names.some((name) => values[name])
    })
    .join('\n')
    .replaceAll(PLACEHOLDER, (_whole, name: Placeholder) => values[name] ?? '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

// The default alphabet of GSM 03.38, and the characters of its extension table, which take two places each.
const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const GSM_EXTENDED = '^{}\\[~]|€'
const basic = new Set(GSM)
const extended = new Set(GSM_EXTENDED)

export interface SmsSize {
  encoding: 'GSM-7' | 'UCS-2'
  /** In characters as the network counts them. */
  length: number
  segments: number
}

/** How many characters and parts an SMS takes on the network. */
export const smsSize = (text: string): SmsSize => {
  const characters = Array.from(text)
  const isGsm = characters.every((one) => basic.has(one) || extended.has(one))
  const weights = characters.map((one) => (isGsm ? (extended.has(one) ? 2 : 1) : one.length))
  const length = weights.reduce((sum, one) => sum + one, 0)
  const [alone, part] = isGsm ? [160, 153] : [70, 67]
  if (length <= alone) return { encoding: isGsm ? 'GSM-7' : 'UCS-2', length, segments: length === 0 ? 0 : 1 }
  let segments = 1
  let used = 0
  // A character of two places is never cut in two.
  for (const weight of weights) {
    if (used + weight > part) {
      segments++
      used = 0
    }
    used += weight
  }
  return { encoding: isGsm ? 'GSM-7' : 'UCS-2', length, segments }
}
