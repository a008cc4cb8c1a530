import { manifests } from '#features/manifests.ts'
import type { AccessKind } from '#features/portal/contract.ts'

/** What was done, in plain words: a sentence, and what its `{what}` stands for. */
export interface Action {
  did: string
  what: string | null
}

const logs = [...manifests.values()].flatMap(({ accessLog = { nouns: [] } }) => accessLog)

/** What the trail calls things, in a patient's words. */
const nounOf = new Map(
  logs.flatMap(({ nouns }) =>
    nouns.flatMap(({ entities, patient, patientOfChange }) =>
      patient === undefined ? [] : entities.map((entity) => [entity, { what: patient, patientOfChange }] as const),
    ),
  ),
)

const verbs: readonly (readonly [did: string, actions: readonly string[]])[] = [
  ['Viewed {what}', ['read', 'see', 'critical seen', 'look at account']],
  ['Checked {what}', ['check']],
  ['Printed {what}', ['print']],
  ['Downloaded {what}', ['download', 'export']],
  ['Recorded {what}', ['create', 'add', 'observe', 'set', 'open', 'assign', 'file']],
  ['Changed {what}', ['update', 'change', 'status', 'move', 'undo move', 'reopen', 'confirm', 'cancel reading', 'read again', 'stop']],
  ['Withdrew {what}', ['remove', 'end', 'withdraw', 'reject', 'unfile', 'unlink', 'uncollect', 'return', 'revoke']],
  ['Cancelled {what}', ['cancel']],
  ['Signed {what}', ['sign']],
  ['Sent {what}', ['send', 'send again']],
  ['Answered {what}', ['answer', 'remark']],
]
const verbOf = new Map(verbs.flatMap(([did, actions]) => actions.map((action) => [action, did] as const)))

/** Actions with a sentence of their own, by what the trail calls them: `action entity`. */
const sentences = new Map(
  logs.flatMap(({ sentences = {} }) =>
    Object.entries(sentences).flatMap(([pair, { patient }]) => (patient === undefined ? [] : [[pair, patient] as const])),
  ),
)

/** Why a restricted record was opened in an emergency, by the kind that was chosen. */
const emergencies: Readonly<Record<string, string>> = {
  'life at risk': 'a life was at risk',
  unconscious: 'you could not speak for yourself',
  covering: 'covering for a colleague',
  safety: 'your safety or that of others',
  other: 'another reason',
}
const EMERGENCY = 'Opened your record in an emergency: {what}'

const fieldWords: Readonly<Record<string, string>> = {
  first_name: 'your name',
  second_name: 'your name',
  other_names: 'your name',
  single_name: 'your name',
  gender: 'your sex',
  date_of_birth: 'your date of birth',
  is_birth_date_estimated: 'your date of birth',
  phone: 'your phone number',
  email: 'your e-mail address',
  residence: 'your residence',
  occupation: 'your occupation',
  language: 'your language',
}
const CHANGED = 'Changed {what}'
const DETAILS = 'your details'

/** Of changed details the one that changed, where it was one. */
const changedDetail = (changed: readonly string[]): string => {
  const [first, ...others] = new Set(changed.map((field) => fieldWords[field] ?? DETAILS))
  return first !== undefined && others.length === 0 ? first : DETAILS
}

const kinds: readonly (readonly [AccessKind, readonly string[]])[] = [
  ['read', ['read', 'open in emergency', 'end emergency', 'see', 'critical seen', 'look at account', 'check', 'ask', 'denied']],
  ['printed', ['print', 'download', 'export']],
]
/** The actions that are reading, and those that take something out of the house; every other changes something. */
export const actionsOf = Object.fromEntries(kinds) as Readonly<Record<Exclude<AccessKind, 'changed'>, readonly string[]>>
export const kindOf = (action: string): AccessKind => kinds.find(([, actions]) => actions.includes(action))?.[0] ?? 'changed'

/** What is said of an action that nobody has found words for. */
export const WORDLESS: Action = { did: 'Opened your record', what: null }

/** What a row of the audit trail says, in a patient's words; `changed` names the fields of the record that an update changed, or the kind of emergency. */
export const toAction = (action: string, entity: string, changed: readonly string[] = []): Action => {
  if (action === 'open in emergency') return { did: EMERGENCY, what: emergencies[changed[0] ?? ''] ?? emergencies['other']! }
  const sentence = sentences.get(`${action} ${entity}`)
  if (sentence !== undefined) return { did: sentence, what: null }
  const did = verbOf.get(action)
  const noun = nounOf.get(entity)
  if (noun?.patientOfChange !== undefined && kindOf(action) === 'changed') return { did: noun.patientOfChange, what: null }
  if (did === undefined || noun === undefined) return WORDLESS
  return { did, what: did === CHANGED && entity === 'patient' ? changedDetail(changed) : noun.what }
}

/** An action as one English sentence. */
export const sentenceOf = ({ did, what }: Action): string => did.replace('{what}', what ?? '')

/** Every text that an action may be told with. */
export const allWords: readonly string[] = [
  ...new Set([
    WORDLESS.did,
    EMERGENCY,
    ...Object.values(emergencies),
    ...sentences.values(),
    ...Object.values(fieldWords),
    ...[...nounOf.values()].flatMap(({ what, patientOfChange }) => [what, ...(patientOfChange === undefined ? [] : [patientOfChange])]),
    ...verbOf.values(),
  ]),
]
