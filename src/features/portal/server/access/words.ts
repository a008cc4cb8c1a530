import type { AccessKind } from '#features/portal/contract-access.ts'

/** What was done, in plain words: a sentence, and what its `{{what}}` stands for. */
export interface Deed {
  did: string
  what: string | null
}

const RESULTS = 'your laboratory results'

/** What the trail calls things, in a patient's words. Lists and single rows are the same to them. */
const nouns: readonly (readonly [what: string, entities: readonly string[]])[] = [
  ['your details', ['patient']],
  ['your card', ['patient card']],
  ['your account', ['user', 'account slip']],
  ['your next of kin', ['next of kin']],
  ['your allergies', ['allergy', 'no known allergies']],
  ['a death in this record', ['death', 'deaths']],
  ['your pregnancies', ['pregnancy', 'pregnancies']],
  ['your identity papers', ['identifier']],
  ['your insurance', ['insurance']],
  // What staff note for each other stays theirs: a patient is told that something was, not what.
  ['the list of who opened your record', ['access log']],
  ['your record', ['workspace', 'alert', 'patient merge', 'merge candidates']],
  ['your history', ['time line']],
  ['your visit', ['visit', 'visits']],
  ['the summary of your visit', ['visit summary']],
  ['your vital signs', ['triage', 'triages', 'vital signs']],
  ['the doctor’s notes about you', ['note', 'notes', 'addendum']],
  ['your diagnoses', ['diagnosis', 'diagnoses']],
  ['your health problems', ['problem', 'problems']],
  ['your medicines', ['medicine', 'medicines']],
  ['your prescriptions', ['prescription', 'prescriptions', 'prescribed drug', 'prescribed drugs', 'controlled drugs']],
  ['your prescription request', ['prescription request', 'prescription requests']],
  ['the medicines that you were given', ['dispense', 'dispenses', 'patient returns', 'recall', 'stock movements']],
  ['your purchase at the pharmacy', ['sale']],
  ['your laboratory tests', ['lab test', 'lab test request', 'lab test requests', 'lab work list', 'lab profile']],
  ['your laboratory tests', ['equipment test request', 'equipment test requests']],
  ['your samples', ['sample', 'samples']],
  [RESULTS, ['lab results', 'lab test result', 'lab test results', 'critical value', 'critical values']],
  [RESULTS, ['equipment result', 'equipment results', 'equipment message', 'laboratory report', 'lab release']],
  ['your laboratory request', ['public lab request', 'public lab requests']],
  ['orders for you that are not sent yet', ['order draft', 'order drafts']],
  ['your referrals', ['referral', 'referrals', 'referral letter']],
  ['your letters', ['letter', 'letters', 'letter draft']],
  ['your bills', ['invoice', 'invoices', 'invoice items', 'credit note', 'credit notes']],
  ['your receipts', ['receipt', 'receipts']],
  ['your appointments', ['appointment', 'appointments', 'appointments of a day', 'waiting list']],
  ['your bookings', ['public booking', 'public bookings', 'matches of a public booking']],
  ['your documents', ['medical record', 'medical records', 'document finding', 'document search']],
  ['a message to you', ['message']],
  ['the list of who looked at your record', ['audit log']],
  ['an answer about your record', ['assistant']],
]
const nounOf = new Map(nouns.flatMap(([what, entities]) => entities.map((entity) => [entity, what] as const)))

const verbs: readonly (readonly [did: string, actions: readonly string[]])[] = [
  ['Read {{what}}', ['read', 'see', 'critical seen', 'look at account']],
  ['Checked {{what}}', ['check']],
  ['Printed {{what}}', ['print']],
  ['Downloaded {{what}}', ['download', 'export']],
  ['Recorded {{what}}', ['create', 'add', 'observe', 'set', 'open', 'assign', 'file']],
  ['Changed {{what}}', ['update', 'change', 'status', 'move', 'undo move', 'reopen', 'confirm', 'cancel reading', 'read again', 'stop']],
  ['Took {{what}} back', ['remove', 'end', 'withdraw', 'reject', 'unfile', 'unlink', 'uncollect', 'return', 'revoke']],
  ['Cancelled {{what}}', ['cancel']],
  ['Signed {{what}}', ['sign']],
  ['Sent {{what}}', ['send', 'send again']],
  ['Answered {{what}}', ['answer', 'remark']],
]
const verbOf = new Map(verbs.flatMap(([did, actions]) => actions.map((action) => [action, did] as const)))

/**
 * Whatever was done with results but reading and printing them. That one was approved, corrected, held back or told at once tells what is
 * for the laboratory and the doctor to tell, or that there is something to tell.
 */
const WORKED = 'Worked on your laboratory tests'

/** Deeds with a sentence of their own, by what the trail calls them: `action entity`. */
const sentences: Readonly<Record<string, string>> = {
  'create patient': 'Registered you',
  'try again lab equipment': WORKED,
  'deactivate patient': 'Closed your record',
  'reactivate patient': 'Opened your record again',
  'restrict patient': 'Limited who may open your record',
  'lift restriction patient': 'Ended the limit on who may open your record',
  'end emergency patient': 'Ended opening your record in an emergency',
  'review emergency access': 'Looked into an emergency opening of your record',
  'merge into patient': 'Joined two records of yours',
  'merge patient': 'Joined two records of yours',
  'undo merge patient': 'Parted two joined records again',
  'link account patient': 'Linked your account with your record',
  'unlink account patient': 'Parted your account from your record',
  'try a slip user': 'Tried a code to link an account with your record',
  'try a code user': 'Tried a code to link an account with your record',
  'send a code user': 'Sent you a code to link an account with your record',
  'ask to link account patient': 'Asked to link an account with your record',
  'refuse account patient': 'Refused to link an account with your record',
  'reset password user': 'Gave your account a new password',
  'purge medical record': 'Deleted the content of a document of yours',
  'keep here medical record': 'Kept a document in your record after looking whose it is',
  'create death': 'Recorded a death in this record',
  'update death': 'Corrected a death that is recorded in this record',
  'undo death': 'Undid a death that was recorded in this record',
  'end pregnancy': 'Recorded how your pregnancy ended',
  'create not pregnant': 'Recorded that you are not pregnant',
  'denied patient': 'Tried to open your record and was refused',
  'export patient': 'Downloaded your whole record',
  'start visit': 'Started your visit',
  'close visit': 'Closed your visit',
  'move visit': 'Led you to the next step of your visit',
  'check in appointment': 'Checked you in for your appointment',
  'book appointment': 'Booked an appointment for you',
  'book waiting list': 'Booked an appointment for you',
  'create waiting list': 'Put you on the waiting list',
  'remove waiting list': 'Took you off the waiting list',
  'convert public booking': 'Matched a booking with your record',
  'refer referral': 'Referred you',
  'request lab test': 'Ordered laboratory tests for you',
  'request lab test request': 'Ordered laboratory tests for you',
  'enter result lab test': WORKED,
  'calculate result lab test': WORKED,
  'amend result lab test': WORKED,
  'approve result lab test': WORKED,
  'withdraw result lab test': WORKED,
  'take back result lab test': WORKED,
  'collect sample': 'Took a sample from you',
  'receive sample': 'Received your sample',
  'reject sample': 'Refused your sample',
  'print sample': 'Printed the label of your sample',
  'prescribe prescribed drug': 'Prescribed medicines for you',
  'prescribe prescription request': 'Prescribed medicines for you',
  'request at till prescribed drug': 'Put something on your bill',
  'dispense prescribed drug': 'Gave you medicines',
  'refuse prescribed drug': 'Did not give you a prescribed medicine',
  'sell dispense': 'Sold you medicines',
  'charge invoice': 'Put something on your bill',
  'change charge invoice': 'Changed your bill',
  'discount invoice': 'Changed your bill',
  'cancel charge invoice': 'Took something off your bill',
  'issue invoice': 'Issued your bill',
  'credit invoice': 'Credited something of your bill',
  'payment receipt': 'Took your payment',
  'refund receipt': 'Gave you money back',
  'reversal receipt': 'Undid a payment',
  'opt out message': 'Stopped messages to you',
  'ask assistant': 'Asked about your record',
}

/** Why a restricted record was opened in an emergency, by the kind that was chosen. */
const emergencies: Readonly<Record<string, string>> = {
  'life at risk': 'a life was at risk',
  unconscious: 'you could not speak for yourself',
  covering: 'standing in for a colleague',
  safety: 'your safety or that of others',
  other: 'another reason',
}
const EMERGENCY = 'Opened your record in an emergency: {{what}}'

const fieldWords: Readonly<Record<string, string>> = {
  first_name: 'your name',
  second_name: 'your name',
  other_names: 'your name',
  single_name: 'your name',
  gender: 'your sex',
  date_of_birth: 'your date of birth',
  is_birth_date_estimated: 'your date of birth',
  phone: 'your telephone number',
  email: 'your e-mail address',
  residence: 'your residence',
  occupation: 'your occupation',
  language: 'your language',
}
const CHANGED = 'Changed {{what}}'
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

/** What is said of a deed that nobody has found words for. */
export const WORDLESS: Deed = { did: 'Opened your record', what: null }

/** What a row of the audit trail says, in a patient's words; `changed` names the fields of the record that an update changed, or the kind of emergency. */
export const deedOf = (action: string, entity: string, changed: readonly string[] = []): Deed => {
  if (action === 'open in emergency') return { did: EMERGENCY, what: emergencies[changed[0] ?? ''] ?? emergencies['other']! }
  const sentence = sentences[`${action} ${entity}`]
  if (sentence !== undefined) return { did: sentence, what: null }
  const did = verbOf.get(action)
  const what = nounOf.get(entity)
  if (what === RESULTS && kindOf(action) === 'changed') return { did: WORKED, what: null }
  if (did === undefined || what === undefined) return WORDLESS
  return { did, what: did === CHANGED && entity === 'patient' ? changedDetail(changed) : what }
}

/** A deed as one English sentence. */
export const sentenceOf = ({ did, what }: Deed): string => did.replace('{{what}}', what ?? '')

/** Every text that a deed may be told with. */
export const allWords: readonly string[] = [
  ...new Set([
    WORDLESS.did,
    WORKED,
    EMERGENCY,
    ...Object.values(emergencies),
    ...Object.values(sentences),
    ...Object.values(fieldWords),
    ...nounOf.values(),
    ...verbOf.values(),
  ]),
]
